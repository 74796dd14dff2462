"""What does the counting process of `huisu worker` do? It is a worker of Dask until it is lost.

Its parent, joining.py, tells it in a line of JSON where to join, and is told in
lines how that went. Whatever goes wrong, this process ends and another takes its
place, so that none has a past. Read cluster.py next, which hands out what it counts.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from huisu.inherited import answer, requests
from huisu.runs.dask import prepare
from huisu.runs.tls import Certificates, security_of
from huisu.runs.worker import answered

if TYPE_CHECKING:
    from huisu.runs.plain import PlainWorker

__all__ = ["count", "dismiss", "main"]

_JOIN_SECONDS = 30  # then the parent looks whether the scheduler is still there
_LEAVE_SECONDS = 1.5


def count(task: str) -> str:
    """Return the answer to a task, with the name of this worker; both are JSON text.

    This is what the scheduler has workers run: a name of this package and a text,
    nothing else travels.
    """
    from distributed import get_worker

    worker = get_worker()
    running: dict[str, threading.Event] = getattr(worker, "running", {})  # not of Dask's own
    key, stop = str(worker.get_current_task()), threading.Event()
    running[key] = stop
    try:
        return json.dumps({"worker": worker.name} | answered(json.loads(task), stop))
    finally:
        del running[key]


async def dismiss(dask_worker: PlainWorker) -> None:
    """Send a worker away for good; run on it by the coordinator that has quarantined it."""
    dask_worker.leave("dismissed")


def main() -> None:
    """Join, count, and end."""
    asked = requests()
    order = next(asked)
    prepare()
    asyncio.run(_join(order, asked))
    os._exit(0)  # a thread may be counting what nobody wants any more


async def _join(order: dict[str, Any], asked: Iterator[dict[str, Any]]) -> None:
    """Be a worker until that ends, and tell the parent how it began and ended."""
    with tempfile.TemporaryDirectory(prefix="huisu-") as folder:  # Dask wants one, to begin with
        worker, heard = await _joined(order, folder)
    answer(heard)
    if worker is None:
        return
    loop = asyncio.get_running_loop()
    threading.Thread(target=_listen, args=[asked, loop, worker.leave], daemon=True).start()
    looking = asyncio.create_task(worker.look())
    await worker.gone.wait()
    looking.cancel()
    if worker.why != "lost":
        await _unregister(worker)
    answer({"left": worker.why})


async def _joined(order: dict[str, Any], folder: str) -> tuple[PlainWorker | None, dict[str, str]]:
    """Return a worker under the first name that is free, if it could join, and what to say."""
    for name in order["names"]:
        worker = _member(order, name, folder)
        try:
            await worker
        except Exception as error:
            reason = str(error.__cause__ or error) or type(error).__name__
            if "name taken" not in reason:
                return None, {"failed": reason}
        else:
            return worker, {"joined": name}
    return None, {"taken": order["names"][-1]}


def _listen(
    asked: Iterator[dict[str, Any]], loop: asyncio.AbstractEventLoop, leave: Callable[[str], None]
) -> None:
    """Leave when the parent asks for that, which is all that it asks for now."""
    next(asked)
    loop.call_soon_threadsafe(leave, "asked")


async def _unregister(worker: PlainWorker) -> None:
    """Say goodbye, so that what was not counted is given to others and held against nobody."""
    goodbye = worker.scheduler.unregister(
        address=worker.address, expected=True, close=False, stimulus_id="huisu-leaves"
    )
    try:
        await asyncio.wait_for(goodbye, _LEAVE_SECONDS)
    except Exception:
        return


def _member(order: dict[str, Any], name: str, folder: str) -> PlainWorker:
    """Return a worker that has not joined yet."""
    from huisu.runs.plain import PlainWorker

    certificates = order["certificates"] and Certificates(*order["certificates"])
    return PlainWorker(
        order["scheduler"], name=name, nthreads=order["threads"], host=order["host"],
        protocol=order["scheduler"].partition(":")[0], security=security_of(certificates),
        local_directory=folder, memory_limit=0, dashboard=False,
        death_timeout=_JOIN_SECONDS,
    )  # fmt: skip
