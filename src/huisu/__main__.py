"""What does `python -m huisu` do? The same as `huisu`; read cli/main.py next."""

import sys

from huisu.cli import main

if __name__ == "__main__":
    sys.exit(main())
