"use strict";
// Lays out, folds and unfolds a tree. The cards come drawn; nothing here knows the rules.

// The same layout as layout.py: parents over the middle of their children, the root over the
// middle of everything, subtrees pushed together.
function layOut(children, widths, gap) {
  const shifts = new Array(children.length).fill(0);
  const outlines = new Array(children.length);
  for (let node = children.length - 1; node >= 0; node--) {
    const joined = [];
    for (const child of children[node]) {
      const own = outlines[child];
      let shift = 0;
      for (let layer = 0; layer < Math.min(joined.length, own.length); layer++) {
        const apart = joined[layer][1] - own[layer][0] + gap;
        shift = layer === 0 ? apart : Math.max(shift, apart);
      }
      shifts[child] = shift;
      own.forEach(([left, right], layer) => {
        if (layer < joined.length) joined[layer][1] = right + shift;
        else joined.push([left + shift, right + shift]);
      });
      outlines[child] = null;
    }
    const group = children[node];
    const middle = group.length ? (shifts[group[0]] + shifts[group[group.length - 1]]) / 2 : 0;
    for (const child of group) shifts[child] -= middle;
    const below = joined.map(([left, right]) => [left - middle, right - middle]);
    outlines[node] = [[-widths[node] / 2, widths[node] / 2], ...below];
  }
  const drawing = outlines[0].length > 1 ? outlines[0].slice(1) : [[0, 0]];
  const left = Math.min(...drawing.map((edges) => edges[0]));
  const middle = (left + Math.max(...drawing.map((edges) => edges[1]))) / 2;
  const least = Math.min(left, middle - widths[0] / 2);
  const places = new Array(children.length);
  places[0] = { x: -least, level: 0 };
  children.forEach((below, node) => {
    for (const child of below) {
      places[child] = { x: places[node].x + shifts[child], level: places[node].level + 1 };
    }
  });
  places[0] = { x: middle - least, level: 0 };
  return places;
}

// Where each layer begins, and where the next one after the last would.
function topsOf(places, heights, between) {
  const tallest = [];
  places.forEach((place, at) => {
    tallest[place.level] = Math.max(tallest[place.level] ?? 0, heights[at]);
  });
  const tops = [0];
  for (const height of tallest) tops.push(tops[tops.length - 1] + height + between);
  return tops;
}

// Where the edges of a card leave it, relative to its middle.
function ports(count, width) {
  const step = Math.min(11, width / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, place) => (place - (count - 1) / 2) * step);
}

function start(data) {
  const { cards, sizes } = data;
  const svg = document.getElementById("tree");
  const canvas = document.getElementById("drawn");
  const panel = document.getElementById("about");
  const size = document.getElementById("size");
  const names = document.getElementById("rows");
  const view = svg.parentElement;
  const open = new Set(cards.flatMap((card, at) => (card.open ? [at] : [])));
  const below = cards.map(() => []);
  cards.forEach((card, at) => card.parent >= 0 && below[card.parent].push(at));
  for (const group of below) group.sort((one, two) => cards[one].column - cards[two].column);
  let current = 0, scale = 1, wide = 0, high = 0, tops = [0];

  // What is drawn, parents first: cards, and the stubs of cut branches.
  function items() {
    const list = [{ card: 0, parent: -1, stub: false }], children = [];
    for (let at = 0; at < list.length; at++) {
      const item = list[at], found = [];
      if (!item.stub && open.has(item.card)) {
        for (const child of below[item.card]) found.push({ card: child, parent: at, stub: false });
        if (cards[item.card].stub) found.push({ card: item.card, parent: at, stub: true });
      }
      children.push(found.map((_, place) => list.length + place));
      list.push(...found);
    }
    return [list, children];
  }

  function edge(item, from, port, to) {
    const card = cards[item.card], parent = cards[item.parentCard];
    const end = tops[to.level];
    const path = `M${from.x + port} ${tops[from.level] + parent.height}V${end - sizes.between + sizes.bend}L${to.x} ${end}`;
    if (item.stub) return `<path class="fs-edge fs-cut" d="${path}"/>`;
    const width = card.weight ? ` style="stroke-width:${(1 + 9 * Math.sqrt(card.weight)).toFixed(1)}"` : "";
    return `<path class="fs-edge${card.line ? " fs-best" : ""}"${width} d="${path}"/>`;
  }

  function chip(at) {
    const card = cards[at];
    if (open.has(at) || !card.more) return "";
    const count = card.more.toLocaleString("en");
    return `<text class="fs-more" y="${card.height + 13}">${count} ${below[at].length ? "more" : "not shown"}</text>`;
  }

  function node(item, place, setSize, position) {
    const at = item.card, card = cards[at];
    const move = `transform="translate(${place.x} ${tops[place.level]})"`;
    if (item.stub) return `<g ${move} aria-hidden="true">${card.stub}</g>`;
    const folds = below[at].length ? ` aria-expanded="${open.has(at)}"` : "";
    const label = card.label.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    return `<g ${move} id="n${at}" role="treeitem" aria-level="${place.level + 1}" aria-setsize="${setSize}"` +
      ` aria-posinset="${position}" aria-selected="${at === current}" tabindex="${at === current ? 0 : -1}"${folds} aria-label="${label}">` +
      `<rect class="fs-hit" x="${-sizes.wide / 2 - 2}" y="-3" width="${sizes.wide + 4}" height="${card.height + (chip(at) ? 20 : 4)}" rx="8"/>${card.svg}${chip(at)}</g>`;
  }

  function draw() {
    const [list, children] = items();
    const widths = list.map((item) => (item.stub ? sizes.stub : sizes.wide));
    const heights = list.map((item) => (item.stub ? sizes.stubHeight : cards[item.card].height + (chip(item.card) ? 18 : 0)));
    const places = layOut(children, widths, sizes.gap);
    tops = topsOf(places, heights, sizes.between);
    const edges = [], best = [], nodes = [];
    const siblings = children.map((group) => group.filter((at) => !list[at].stub));
    list.forEach((item, at) => {
      if (item.parent >= 0) {
        item.parentCard = list[item.parent].card;
        const all = children[item.parent];
        const port = ports(all.length, sizes.wide - 20)[all.indexOf(at)];
        (cards[item.card].line && !item.stub ? best : edges).push(edge(item, places[item.parent], port, places[at]));
      }
      const group = item.parent >= 0 ? siblings[item.parent] : [at];
      nodes.push(node(item, places[at], group.length, group.indexOf(at) + 1));
    });
    wide = Math.max(...places.map((place, at) => place.x + widths[at] / 2)) + 16;
    const deepest = Math.max(...places.map((place) => place.level));
    high = tops[deepest + 1] - sizes.between + 24;
    const strip = `<rect class="fs-strip" x="${-sizes.rows - 8}" y="-8" width="${sizes.rows}" height="${high + 8}"/>`;
    names.innerHTML = strip + data.rows.slice(0, deepest + 1).map(rowName).join("");
    canvas.innerHTML = edges.join("") + best.join("") + nodes.join("");
    zoom(scale);
    explain(current);
  }

  function rowName([who, how], level) {
    const y = tops[level] + Math.min(sizes.name, (tops[level + 1] - tops[level]) / 3);
    return `<g transform="translate(${-sizes.rows} ${y})">` +
      `<text class="fs-row" x="8">${who}</text><text class="fs-row fs-how" x="8" y="17">${how}</text></g>`;
  }

  // The names of the rows stay in sight when the tree is scrolled to the right.
  function follow() {
    // On a narrow screen they would take the place of the tree.
    const by = view.clientWidth < 600 ? 0 : view.scrollLeft / scale;
    names.setAttribute("transform", `translate(${by} 0)`);
  }

  function zoom(to) {
    scale = Math.min(2, Math.max(0.1, to));
    const all = wide + sizes.rows;
    svg.setAttribute("viewBox", `${-8 - sizes.rows} -8 ${all} ${high}`);
    svg.setAttribute("width", all * scale);
    svg.setAttribute("height", high * scale);
    follow();
    size.textContent = `${Math.round(100 * scale)} %`;
  }

  function explain(at) {
    panel.replaceChildren(...cards[at].sentences.map((line) => {
      const p = document.createElement("p");
      p.textContent = line;
      return p;
    }));
  }

  function go(at) {
    document.getElementById(`n${current}`)?.setAttribute("tabindex", "-1");
    document.getElementById(`n${current}`)?.setAttribute("aria-selected", "false");
    current = at;
    const element = document.getElementById(`n${at}`);
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-selected", "true");
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    explain(at);
  }

  function toggle(at) {
    if (!below[at].length) return;
    if (!open.delete(at)) open.add(at);
    current = at;
    draw();
    go(at);
  }

  // Unfolds one more layer of what is visible.
  function more() {
    const seen = [...canvas.querySelectorAll("[role=treeitem]")].map((each) => Number(each.id.slice(1)));
    for (const at of seen) if (below[at].length) open.add(at);
    draw();
    go(current);
  }

  // Unfolds some nodes and folds all others.
  function only(keep) {
    open.clear();
    cards.forEach((card, at) => keep(card, at) && below[at].length && open.add(at));
    current = 0;
    draw();
    go(0);
  }

  function step(key) {
    const parent = cards[current].parent, row = parent >= 0 ? below[parent] : [current];
    const place = row.indexOf(current);
    if (key === "ArrowUp" && parent >= 0) return go(parent);
    if (key === "ArrowDown") {
      if (!open.has(current)) return toggle(current);
      return go(below[current][0]);
    }
    if (key === "ArrowLeft" && place > 0) return go(row[place - 1]);
    if (key === "ArrowRight" && place < row.length - 1) return go(row[place + 1]);
    if (key === "Home") return go(0);
    if (key === "Enter" || key === " ") return toggle(current);
    return undefined;
  }

  svg.addEventListener("click", (event) => {
    const found = event.target.closest("[role=treeitem]");
    if (!found) return;
    const at = Number(found.id.slice(1));
    if (below[at].length) toggle(at);
    else go(at);
  });
  svg.addEventListener("pointerover", (event) => {
    const found = event.target.closest("[role=treeitem]");
    if (found) explain(Number(found.id.slice(1)));
  });
  svg.addEventListener("pointerleave", () => explain(current));
  svg.addEventListener("keydown", (event) => {
    const known = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "Enter", " "];
    if (event.ctrlKey || event.metaKey || event.altKey || !known.includes(event.key)) return;
    event.preventDefault();
    step(event.key);
  });
  const act = {
    first: () => only((card) => card.open),
    line: () => only((card) => card.line),
    fold: () => only(() => false),
    more,
    smaller: () => zoom(scale / 1.25),
    larger: () => zoom(scale * 1.25),
    // Smaller than this it cannot be read, so it scrolls.
    fit: () => fit(0.4),
  };

  function fit(least) {
    zoom(Math.max(least, Math.min(1, (view.clientWidth - 20) / (wide + sizes.rows))));
    centre();
  }

  // Scrolls until the root is in the middle.
  function centre() {
    const root = document.getElementById("n0").getBoundingClientRect(), frame = view.getBoundingClientRect();
    view.scrollLeft += root.x + root.width / 2 - frame.x - frame.width / 2;
    follow();
  }
  view.addEventListener("scroll", follow);
  for (const [name, run] of Object.entries(act)) {
    document.getElementById(`do-${name}`).addEventListener("click", run);
  }
  draw();
  fit(0.75);
}

start(JSON.parse(document.getElementById("data").textContent));
