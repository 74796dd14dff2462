"""Is Dask here, and how is it made to do no more than it is here for?

No page to look at, no port for one, no words of its own on the terminal. Read
scheduler.py, member.py or cluster.py next, the three that use it.
"""

from __future__ import annotations

import logging
import warnings
from importlib.util import find_spec

from huisu.errors import InputError

__all__ = ["prepare", "require"]

#: Loggers that have a level of their own, so that the one above cannot silence them.
_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application")

_SETTINGS = {
    # A task whose worker dies fails: whom it is given to next is for the coordinator to say.
    "distributed.scheduler.allowed-failures": 0,
    "distributed.scheduler.worker-ttl": "60s",  # a frozen worker holds its tasks no longer
    # What no worker can begin with waits at the scheduler: a worker's death costs
    # what it counts, and nothing has to be taken back from one to be given to another.
    "distributed.scheduler.worker-saturation": 1.0,
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,
}


def require() -> None:
    """Raise InputError if Dask is not installed."""
    if find_spec("distributed") is None:
        raise InputError("error.cluster.extra")


def prepare() -> None:
    """Import Dask, silence it, and set what our scheduler and workers are to keep to.

    Its settings hold for this process; a coordinator's are its own affair.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import dask
        import distributed  # noqa: F401 - it brings its own settings and loggers

    dask.config.set(_SETTINGS)
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
