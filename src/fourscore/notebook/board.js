/**
 * The live board. It draws the view that Python sends and reports what a person does; it knows
 * no rules. Columns and rows count from 0, rows from the bottom; what people read counts from 1.
 */

const PITCH = 100;
const MARGIN = 14;
const RAIL = 84; // the room above the board, where the next disc waits
const EDGE = 46; // the board's lower edge, with the column numbers
const HOLE = 40;
const DISC = 42;

export default { render };

function render({ model, el }) {
  const report = (what, values = {}) => model.send({ do: what, ...values });
  const root = element("div", { class: "fourscore", "data-lm-suppress-shortcuts": "true" });
  const board = new Board(report);
  const panel = new Panel(report, (step) => {
    model.set("step", step);
    model.save_changes();
  });
  root.append(board.node, panel.node);
  el.append(root);

  const update = () => {
    board.show(model.get("view"));
    panel.show(model.get("view"));
  };
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTaken = board.press(event) || panel.press(event);
    if (isTaken) event.preventDefault();
    event.stopPropagation(); // the notebook has shortcuts for many keys
  });
  model.on("change:view", update);
  update();
  return () => model.off("change:view", update);
}

/** The picture, a button for each column, and what is said below the columns. */
class Board {
  constructor(report) {
    this.report = report;
    this.picture = svg("svg", { class: "picture" });
    this.columns = element("div", { class: "columns", role: "group" });
    this.chips = element("div", { class: "chips" });
    this.caption = element("p", { class: "caption" });
    this.node = element("div", { class: "board" }, [
      element("div", { class: "frame" }, [this.picture, this.columns]),
      this.chips,
      this.caption,
    ]);
    this.aimed = null;
    this.focused = null;
    this.drawn = "";
    this.rows = null;
  }

  show(view) {
    this.view = view;
    const { rows, columns } = view.board;
    this.width = rows[0].length;
    this.height = rows.length;
    this.focused ??= Math.floor(this.width / 2);
    this.node.style.setProperty("--columns", this.width);
    if (columns) fill(this.picture, { "aria-hidden": "true" });
    else fill(this.picture, { role: "img", "aria-label": view.board.label });
    this.draw();
    this.showColumns();
    this.showChips();
  }

  /** Draw only if something has changed: a disc may still be falling. */
  draw() {
    const { board } = this.view;
    const state = JSON.stringify([board.rows, board.last, board.aim, board.winning, board.marked]);
    if (state !== this.drawn) {
      const added = addedDisc(this.rows, board.rows);
      this.drawn = state;
      this.rows = board.rows;
      this.picture.replaceChildren(...this.parts(added));
    }
    this.drawAim();
  }

  parts(added) {
    const { board } = this.view;
    const top = board.columns ? RAIL : 0;
    const wide = this.width * PITCH + 2 * MARGIN;
    const tall = this.height * PITCH + 2 * MARGIN + EDGE;
    this.picture.setAttribute("viewBox", `0 ${RAIL - top} ${wide} ${tall + top}`);
    const cells = discsOf(board.rows, true);
    const holes = cells.map((cell) => this.circle(cell, HOLE + 2, "hole"));
    const discs = cells.filter((cell) => cell.player).map((cell) => this.disc(cell, added));
    const plate = svg("path", { class: "plate", "fill-rule": "evenodd", d: this.plate(cells) });
    const lips = cells.map((cell) => this.circle(cell, HOLE, "lip"));
    this.ghosts = svg("g", { class: "ghosts" });
    return [...holes, this.ghosts, ...discs, plate, ...lips, ...this.numbers(), ...this.marks()];
  }

  disc(cell, added) {
    const { x, y } = this.centre(cell);
    const node = svg("g", { class: `disc ${cell.player}` }, [
      svg("circle", { class: "body", cx: x, cy: y, r: DISC }),
      svg("circle", { class: "rim", cx: x, cy: y, r: DISC * 0.82 }),
      svg("circle", { class: "mark", cx: x, cy: y, r: DISC * (cell.player === "X" ? 0.45 : 0.2) }),
    ]);
    if (added?.column === cell.column && added.row === cell.row) {
      const { aim } = this.view.board;
      fall(node, this.height - cell.row + 0.9, (aim ?? cell.column) - cell.column);
    }
    return node;
  }

  numbers() {
    const y = RAIL + this.height * PITCH + 2 * MARGIN + EDGE - 16;
    return Array.from({ length: this.width }, (_, column) =>
      svg("text", { class: "number", x: this.centre({ column, row: 0 }).x, y }, [`${column + 1}`]),
    );
  }

  marks() {
    const { last, aim, winning, marked } = this.view.board;
    const marks = marked.map(([column, row]) => this.circle({ column, row }, HOLE - 3, "marked"));
    if (last && winning.length === 0) {
      marks.push(this.circle({ column: last[0], row: last[1] }, HOLE, "last"));
    }
    if (last && aim !== null && aim !== last[0]) marks.push(this.slip(aim, last[0]));
    for (const [column, row] of winning) marks.push(this.circle({ column, row }, HOLE, "winning"));
    return marks;
  }

  /** An arrow on the rail from where a disc was aimed to where it slipped. */
  slip(from, to) {
    const y = RAIL / 2;
    const [x, end] = [from, to].map((column) => this.centre({ column, row: 0 }).x);
    const on = Math.sign(end - x);
    const d = `M${x + 18 * on} ${y}H${end}l${-14 * on} -10m${14 * on} 10l${-14 * on} 10`;
    const circle = svg("circle", { cx: x, cy: y, r: 12 });
    return svg("g", { class: "slip" }, [circle, svg("path", { d })]);
  }

  circle(cell, r, kind) {
    const { x, y } = this.centre(cell);
    return svg("circle", { class: kind, cx: x, cy: y, r });
  }

  centre({ column, row }) {
    const x = MARGIN + (column + 0.5) * PITCH;
    return { x, y: RAIL + MARGIN + (this.height - row - 0.5) * PITCH };
  }

  plate(cells) {
    const wide = this.width * PITCH + 2 * MARGIN - 4;
    const tall = this.height * PITCH + 2 * MARGIN + EDGE - 4;
    const corner = (x, y) => `a26 26 0 0 1 ${x} ${y}`;
    const edge =
      `M28 ${RAIL + 2}h${wide - 52}${corner(26, 26)}v${tall - 52}${corner(-26, 26)}` +
      `h${52 - wide}${corner(-26, -26)}v${52 - tall}${corner(26, -26)}Z`;
    const arc = `a${HOLE} ${HOLE} 0 1 0`;
    const holes = cells.map((cell) => {
      const { x, y } = this.centre(cell);
      return `M${x - HOLE} ${y}${arc} ${2 * HOLE} 0${arc} ${-2 * HOLE} 0Z`;
    });
    return edge + holes.join("");
  }

  /** Show where a disc would land, and how likely if it may slip. */
  drawAim() {
    const { turn, columns } = this.view.board;
    const landings = columns?.[this.aimed]?.landings ?? [];
    const parts = landings.map(([column, row, probability]) => {
      const ghost = this.circle({ column, row }, HOLE - 6, `ghost ${turn}`);
      if (landings.length === 1) return ghost;
      const { x, y } = this.centre({ column, row });
      const share = `${Math.round(100 * probability)} %`;
      return svg("g", {}, [ghost, svg("text", { class: "share", x, y: y + 9 }, [share])]);
    });
    if (landings.length > 0) {
      const { x } = this.centre({ column: this.aimed, row: 0 });
      const r = (size) => ({ cx: x, cy: RAIL / 2, r: 36 * size });
      parts.push(
        svg("g", { class: `disc ${turn}` }, [
          svg("circle", { class: "body", ...r(1) }),
          svg("circle", { class: "mark", ...r(turn === "X" ? 0.45 : 0.2) }),
        ]),
      );
    }
    this.ghosts.replaceChildren(...parts);
  }

  showColumns() {
    const { columns } = this.view.board;
    this.columns.hidden = !columns;
    if (!columns) return;
    this.columns.setAttribute("aria-label", this.view.board.label);
    while (this.columns.children.length < this.width) this.columns.append(this.columnButton());
    [...this.columns.children].forEach((button, column) => {
      button.tabIndex = column === this.focused ? 0 : -1;
      button.setAttribute("aria-label", columns[column].label);
      button.setAttribute("aria-disabled", String(columns[column].landings.length === 0));
    });
  }

  columnButton() {
    const column = this.columns.children.length;
    const button = element("button", { type: "button", "data-column": column + 1 });
    const aim = (at) => () => {
      this.aimed = at;
      this.drawAim();
    };
    button.addEventListener("click", () => this.play(column));
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType !== "touch") aim(column)();
    });
    button.addEventListener("pointerleave", aim(null));
    button.addEventListener("focus", () => {
      this.focused = column;
      if (button.matches(":focus-visible")) aim(column)();
    });
    button.addEventListener("blur", aim(null));
    return button;
  }

  play(column) {
    if (this.view.board.columns?.[column]) this.report("play", { column });
  }

  press(event) {
    if (this.columns.hidden || event.target.matches("input")) return false;
    if (/^[1-9]$/.test(event.key)) {
      this.play(Number(event.key) - 1);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const step = event.key === "ArrowLeft" ? -1 : 1;
      const isInside = this.columns.contains(event.target);
      const next = this.focused + (isInside ? step : 0);
      this.focused = Math.min(this.width - 1, Math.max(0, next));
      this.showColumns();
      this.columns.children[this.focused].focus({ preventScroll: true });
    } else return false;
    return true;
  }

  showChips() {
    const { chips, caption } = this.view;
    this.chips.hidden = this.caption.hidden = !chips;
    this.caption.textContent = caption;
    this.chips.replaceChildren(
      ...(chips ?? []).map((chip, column) => {
        if (!chip) return element("div", { class: "slot" });
        const kinds = ["chip", chip.tone, ...(chip.best ? ["best"] : [])];
        if (chip.is_estimate) kinds.push("estimate");
        if (chip.played) kinds.push("played");
        const said = [element("span", { class: "unseen" }, [`Column ${column + 1}: `]), chip.text];
        if (chip.best) said.push(element("span", { class: "unseen" }, [", best"]));
        if (chip.played) said.push(element("span", { class: "unseen" }, [", played"]));
        return element("div", { class: "slot" }, [
          element("div", { class: kinds.join(" ") }, said),
        ]);
      }),
    );
  }
}

/** What stands beside the board: players, what is going on, buttons, and a slider for steps. */
class Panel {
  constructor(report, onStep) {
    this.report = report;
    this.players = element("div", { class: "players" });
    this.status = element("p", { class: "status", role: "status" });
    this.details = element("div", { class: "details" });
    this.buttons = element("div", { class: "buttons" });
    this.option = this.scoresOption();
    this.steps = new Steps(onStep);
    this.moves = element("p", { class: "moves" });
    this.node = element("div", { class: "panel" }, [
      this.players,
      this.status,
      this.steps.node,
      this.details,
      this.buttons,
      this.option,
      this.moves,
    ]);
  }

  show(view) {
    this.players.hidden = view.players.length === 0;
    this.players.replaceChildren(...view.players.map(playerRow));
    if (this.status.textContent !== view.status) this.status.textContent = view.status;
    const lines = view.details.map((line) => element("p", {}, [line]));
    this.details.replaceChildren(...lines);
    this.showButtons(view.buttons);
    this.showOption(view.scores);
    this.steps.show(view.steps);
    this.moves.textContent = view.moves;
    this.moves.hidden = !view.moves;
  }

  /** Keep the buttons themselves, so that none loses the focus. */
  showButtons(buttons) {
    this.buttons.hidden = buttons.length === 0;
    while (this.buttons.children.length < buttons.length) {
      const button = element("button", { type: "button" });
      button.addEventListener("click", () => this.report(button.dataset.do));
      this.buttons.append(button);
    }
    buttons.forEach(({ name, label, is_open: isOpen }, index) => {
      const button = this.buttons.children[index];
      button.dataset.do = name;
      button.textContent = label;
      button.disabled = !isOpen;
    });
  }

  scoresOption() {
    this.box = element("input", { type: "checkbox" });
    this.box.addEventListener("change", () => this.report("scores", { shown: this.box.checked }));
    this.label = element("span", {}, ["Show scores"]);
    return element("label", { class: "option" }, [this.box, this.label]);
  }

  showOption(scores) {
    this.option.hidden = !scores;
    if (!scores) return;
    this.box.checked = scores.shown;
    this.box.disabled = !scores.is_open;
    this.option.title = scores.title;
  }

  press(event) {
    return this.steps.press(event);
  }
}

/** A slider over numbered steps, with buttons, and marks for the steps worth a look. */
class Steps {
  constructor(onStep) {
    this.onStep = onStep;
    this.marks = element("div", { class: "marks", "aria-hidden": "true" });
    this.slider = element("input", { type: "range", min: 0 });
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber));
    const button = (label, text, where) => {
      const node = element("button", { type: "button", "aria-label": label, title: label }, [text]);
      node.addEventListener("click", () => this.go(where()));
      return node;
    };
    this.back = [
      button("First step", "|◀", () => 0),
      button("Previous step", "◀", () => this.at - 1),
    ];
    this.on = [
      button("Next step", "▶", () => this.at + 1),
      button("Last step", "▶|", () => this.last),
    ];
    this.mistake = button("Next mistake", "Next mistake", () => this.nextMark());
    this.where = element("span", { class: "where" });
    const row = [...this.back, ...this.on, this.where, this.mistake];
    this.node = element("div", { class: "steps" }, [
      element("div", { class: "track" }, [this.marks, this.slider]),
      element("div", { class: "buttons" }, row),
    ]);
  }

  show(steps) {
    this.node.hidden = !steps;
    if (!steps) return;
    this.last = steps.count - 1;
    this.at = steps.at;
    this.marked = steps.marks ?? [];
    this.slider.max = this.last;
    if (this.slider.valueAsNumber !== this.at) this.slider.value = this.at;
    this.slider.setAttribute("aria-label", steps.label);
    this.slider.setAttribute("aria-valuetext", steps.where);
    this.where.textContent = steps.where;
    for (const button of this.back) button.disabled = this.at === 0;
    for (const button of this.on) button.disabled = this.at === this.last;
    this.mistake.hidden = !steps.marks;
    this.mistake.disabled = this.nextMark() === undefined;
    this.marks.hidden = this.marked.length === 0;
    this.marks.replaceChildren(...this.marked.map(([step, sign]) => this.mark(step, sign)));
  }

  mark(step, sign) {
    return element("span", { style: `left: ${(100 * step) / this.last}%` }, [sign]);
  }

  nextMark() {
    return this.marked.map(([step]) => step).find((step) => step > this.at);
  }

  go(step) {
    if (step !== undefined && step !== this.at) this.onStep(step);
  }

  press(event) {
    if (this.node.hidden || event.target === this.slider) return false;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return false;
    this.go(Math.min(this.last, Math.max(0, this.at + by)));
    return true;
  }
}

function playerRow({ player, name, is_turn: isTurn, note }) {
  const disc = svg("svg", { class: "swatch", viewBox: "0 0 100 100", "aria-hidden": "true" }, [
    svg("g", { class: `disc ${player}` }, [
      svg("circle", { class: "body", cx: 50, cy: 50, r: 48 }),
      svg("circle", { class: "mark", cx: 50, cy: 50, r: player === "X" ? 22 : 10 }),
    ]),
  ]);
  const said = [disc, element("span", { class: "name" }, [name])];
  if (note) said.push(element("span", { class: "note" }, [note]));
  return element("div", { class: isTurn ? "player turn" : "player" }, said);
}

/** The discs of rows of "-XO" from the top, or all cells. */
function discsOf(rows, all = false) {
  const cells = rows.flatMap((row, line) =>
    [...row].map((mark, column) => ({
      column,
      row: rows.length - 1 - line,
      player: mark === "-" ? null : mark,
    })),
  );
  return all ? cells : cells.filter((cell) => cell.player);
}

/** The one disc that a board has more than the one before; nothing if more has changed. */
function addedDisc(before, after) {
  if (!before || before.length !== after.length) return null;
  const old = new Map(discsOf(before).map((disc) => [`${disc.column} ${disc.row}`, disc.player]));
  const now = discsOf(after);
  const added = now.filter((disc) => old.get(`${disc.column} ${disc.row}`) !== disc.player);
  return now.length === old.size + 1 && added.length === 1 ? added[0] : null;
}

/** Let a disc fall with gravity and one small bounce, unless the reader prefers no motion. */
function fall(node, rows, aside) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const time = (height) => 400 * Math.sqrt(height / 6);
  const bounce = Math.min(0.16, rows * 0.04);
  const slide = aside === 0 ? 0 : 180;
  const landed = slide + time(rows);
  const duration = landed + 2 * time(bounce);
  const at = (x, y) => `translate(${x * PITCH}px, ${-y * PITCH}px)`;
  const [gravity, rise] = [
    "cubic-bezier(0.3333, 0, 0.6667, 0.3333)",
    "cubic-bezier(0.3333, 0.6667, 0.6667, 1)",
  ];
  const frames = [
    { transform: at(0, rows), offset: slide / duration, easing: gravity },
    { transform: at(0, 0), offset: landed / duration, easing: rise },
    { transform: at(0, bounce), offset: (landed + time(bounce)) / duration, easing: gravity },
    { transform: at(0, 0), offset: 1 },
  ];
  if (slide) frames.unshift({ transform: at(aside, rows), offset: 0, easing: "ease-in-out" });
  node.animate(frames, { duration, fill: "backwards" });
}

function element(name, attributes = {}, children = []) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, children = []) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(node, attributes, children = []) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
