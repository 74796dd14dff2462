"""What does `python -m huisu` do? The same as `huisu`; read cli/main.py next."""

import sys

from huisu.cli import main

sys.exit(main())
