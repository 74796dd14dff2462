"""How fast does the page show a search, and how heavy is it? Measured in the system's Chromium.

    python bench/page_speed.py [--rounds K]

Each figure is the best of a few rounds, each in a fresh page saved as one file.
For comparison the first row draws 5,509 nodes in the simplest way in the same
run: one SVG element for each, until it is on the screen.

Script is the time in our functions, called at once or before the next frame;
layout and painting by the browser come on top. "Shown" is from the start of
loading until the frame after the search is on the page.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright

from huisu.page.document import one_file
from page import Opener, exhibit, launched
from served import served

_NAIVE = """async () => {
  const { layout } = await import("huisu/tree");
  const { store } = await import("huisu/main");
  const { svg } = await import("huisu/dom");
  const begin = performance.now();
  const drawn = layout(store.state.trace, "generated");
  const root = svg("svg", { width: 8 * drawn.breadth, height: 500 });
  drawn.node.forEach((_, each) => {
    const x = 8 * drawn.x[each], y = 50 * drawn.level[each] + 20;
    const number = svg("text", { x, y }, String(drawn.number[each]));
    root.append(svg("g", {}, svg("circle", { cx: x, cy: y, r: 3 }), number));
  });
  document.body.append(root);
  await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)));
  const used = performance.now() - begin;
  root.remove();
  return used;
}"""

_SHOWN = """async () => {
  await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)));
  return performance.now();
}"""

#: Sum up the time of all scripts that run from now on: what is called, and its callbacks.
_CLOCK = """() => {
  let used = 0;
  const frame = window.requestAnimationFrame.bind(window);
  const timed = (call) => (...given) => {
    const begin = performance.now();
    try { return call(...given); } finally { used += performance.now() - begin; }
  };
  window.requestAnimationFrame = (call) => frame(timed(call));
  const painted = () => new Promise((seen) => frame(() => setTimeout(seen)));
  window.bench = { timed, used: () => used, painted };
}"""

_STEPS = """async ([first, count]) => {
  const { store } = await import("huisu/main");
  const go = window.bench.timed((position) => store.set({ position }));
  const begin = window.bench.used();
  for (let step = first; step < first + count; step++) {
    go(step);
    await window.bench.painted();
  }
  return (window.bench.used() - begin) / count;
}"""

_TREE = """async ([address, position]) => {
  const { treePanel } = await import("huisu/panels/tree");
  const { Store } = await import("huisu/store");
  const { carried } = await import("huisu/source");
  const { Trace } = await import("huisu/trace");
  const { Replay } = await import("huisu/replay");
  await import("huisu/panels/tree-canvas");
  const text = carried().find((each) => each.description.address === address);
  const own = new Store({ language: "en" });
  const host = document.createElement("section");
  host.className = "panel tree";
  host.append(document.createElement("h2"));
  document.querySelector(".panels").prepend(host);
  treePanel(host, own);
  const begin = window.bench.used();
  window.bench.timed(() => {
    const trace = new Trace(text.text), { description } = text;
    own.set({ description, trace, replay: new Replay(trace), position });
  })();
  for (let frames = 0; frames < 100 && !host.querySelector("canvas"); frames++)
    await window.bench.painted();
  await window.bench.painted();
  if (!host.querySelector("canvas")) throw new Error("no canvas");
  return [own.state.trace.length, window.bench.used() - begin];
}"""


class Figure(NamedTuple):
    """What was measured, in milliseconds or bytes, and what it must stay under."""

    name: str
    measured: float
    bar: float
    unit: str = "ms"


def shown(open_page: Opener, address: str) -> float:
    """Return the time until a search is on the page, from the start of loading."""
    return float(open_page(address).evaluate(_SHOWN))


def script_of_steps(open_page: Opener, address: str, first: int, count: int) -> float:
    """Return the milliseconds of script that one step takes, all panels together."""
    page = open_page(address)
    page.evaluate(_CLOCK)
    page.evaluate(_STEPS, [first - 20, 20])  # the first steps compile what they use
    return float(page.evaluate(_STEPS, [first, count]))


def script_of_tree(open_page: Opener, address: str, nodes: int) -> float:
    """Return the milliseconds of script from the text of a record to its tree on a canvas."""
    page = open_page("p=queens&n=4", address)
    page.evaluate(_CLOCK)
    count, used = page.evaluate(_TREE, [address, 10**9])
    assert count == nodes
    return float(used)


def figures(open_page: Opener) -> list[Figure]:
    """Return one round of all that is measured."""
    four, eight, ten = (f"p=queens&n={n}" for n in (4, 8, 10))
    return [
        Figure("n = 4 shown, from the start of loading", shown(open_page, four), 500),
        Figure("n = 8 shown, 5,509 nodes", shown(open_page, eight), 1000),
        Figure("script of a step, n = 4", script_of_steps(open_page, four, 21, 44), 16),
        Figure("script of a step, n = 8", script_of_steps(open_page, eight, 4000, 200), 16),
        Figure("script of a step, n = 10", script_of_steps(open_page, ten, 90_000, 50), 100),
        Figure("script of the tree, n = 8", script_of_tree(open_page, eight, 5509), 1000),
        Figure("script of the tree, n = 10", script_of_tree(open_page, ten, 110_005), 500),
    ]


def weights(browser: Browser, folder: Path) -> list[Figure]:
    """Return how many bytes a page is, before any compression: served, and saved."""
    with served(folder) as server:
        page, received = browser.new_page(), []
        page.on("response", lambda answer: received.append(len(answer.body())))
        page.goto(f"{server.address}?p=queens&n=4")
        page.wait_for_selector("body[data-ready=yes]")
        page.close()
    saved = len(one_file([exhibit("p=queens&n=4")]).encode())
    return [
        Figure("served: what is sent until 4 queens are shown", sum(received), 150_000, "bytes"),
        Figure("saved: 4 queens and every mode and export in one file", saved, 150_000, "bytes"),
    ]


def main() -> None:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    best: dict[str, Figure] = {}
    naive = float("inf")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launched(playwright)
        weighed = weights(browser, Path(folder))
        for _ in range(rounds):
            open_page = Opener(browser, Path(folder))
            naive = min(naive, open_page("p=queens&n=8").evaluate(_NAIVE))
            for figure in figures(open_page):
                if figure.name not in best or figure.measured < best[figure.name].measured:
                    best[figure.name] = figure
            assert open_page.complaints == []
            for context in browser.contexts:
                context.close()
    print("| what | measured | bar |")
    print("|---|---|---|")
    print(f"| for comparison: an SVG element for each of 5,509 nodes | {naive:.0f} ms | |")
    for name, measured, bar, unit in best.values():
        print(f"| {name} | {measured:.1f} {unit} | {bar} |")
    for name, measured, bar, unit in weighed:
        print(f"| {name} | {measured:,.0f} {unit} | {bar:,} |")


if __name__ == "__main__":
    main()
