/**
 * A pen that writes SVG instead of pixels: as much of a canvas' context as the tree is drawn with,
 * so that a picture is drawn by the same code as the stage.
 */

const FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** Figures as files write them. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

export class SvgPen {
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  lineCap = "butt";
  font = "12px sans-serif";
  textAlign = "left";
  textBaseline = "alphabetic";
  globalAlpha = 1;

  readonly #parts: string[] = [];
  readonly #shifts: { x: number; y: number }[] = [];
  #shift = { x: 0, y: 0 };
  #path = "";
  #dash: readonly number[] = [];

  /** `measure` is a canvas' context that knows how wide letters are. */
  constructor(readonly measure: Pick<CanvasRenderingContext2D, "font" | "measureText">) {}

  save(): void {
    this.#shifts.push(this.#shift);
  }
  restore(): void {
    this.#shift = this.#shifts.pop() ?? { x: 0, y: 0 };
  }
  translate(x: number, y: number): void {
    this.#shift = { x: this.#shift.x + x, y: this.#shift.y + y };
  }
  setLineDash(dash: readonly number[]): void {
    this.#dash = dash;
  }
  measureText(text: string): TextMetrics {
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }

  beginPath(): void {
    this.#path = "";
  }
  closePath(): void {
    this.#path += "Z";
  }
  moveTo(x: number, y: number): void {
    this.#path += `M${this.#at(x, y)}`;
  }
  lineTo(x: number, y: number): void {
    this.#path += `L${this.#at(x, y)}`;
  }
  bezierCurveTo(a: number, b: number, c: number, d: number, x: number, y: number): void {
    this.#path += `C${this.#at(a, b)} ${this.#at(c, d)} ${this.#at(x, y)}`;
  }
  /** Only whole circles are drawn. */
  arc(x: number, y: number, radius: number): void {
    const r = short(radius);
    const [left, right] = [this.#at(x - radius, y), this.#at(x + radius, y)];
    this.#path += `M${left}A${r} ${r} 0 1 1 ${right}A${r} ${r} 0 1 1 ${left}Z`;
  }
  rect(x: number, y: number, wide: number, high: number): void {
    this.#path += `M${this.#at(x, y)}h${short(wide)}v${short(high)}h${short(-wide)}Z`;
  }
  roundRect(x: number, y: number, wide: number, high: number, radius: number): void {
    const r = Math.min(radius, wide / 2, high / 2);
    const corner = (dx: number, dy: number) =>
      `a${short(r)} ${short(r)} 0 0 1 ${short(dx)} ${short(dy)}`;
    this.#path +=
      `M${this.#at(x + r, y)}h${short(wide - 2 * r)}${corner(r, r)}v${short(high - 2 * r)}` +
      `${corner(-r, r)}h${short(2 * r - wide)}${corner(-r, -r)}v${short(2 * r - high)}${corner(r, -r)}Z`;
  }

  fill(): void {
    this.#add(`<path d="${this.#path}" fill="${this.fillStyle}"${this.#faint()}/>`);
  }
  stroke(): void {
    if (this.#path === "") return;
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.join(" ")}"` : "";
    this.#add(
      `<path d="${this.#path}" fill="none" stroke="${this.strokeStyle}" ` +
        `stroke-width="${short(this.lineWidth)}" stroke-linecap="${this.lineCap}"${dash}${this.#faint()}/>`,
    );
  }
  fillRect(x: number, y: number, wide: number, high: number): void {
    const [left, top] = [x + this.#shift.x, y + this.#shift.y].map(short);
    const size = `width="${short(wide)}" height="${short(high)}"`;
    this.#add(`<rect x="${left}" y="${top}" ${size} fill="${this.fillStyle}"${this.#faint()}/>`);
  }
  fillText(text: string, x: number, y: number): void {
    if (text === "") return;
    const [, weight = "400", size = "12"] = /^(\d+)?\s*([\d.]+)px/.exec(this.font) ?? [];
    const anchor = { center: "middle", right: "end" }[this.textAlign] ?? "start";
    // Not every program that shows SVG knows where the middle of a line is.
    const lower = this.textBaseline === "middle" ? Number(size) * 0.35 : 0;
    const [left, top] = [x + this.#shift.x, y + lower + this.#shift.y].map(short);
    this.#add(
      `<text x="${left}" y="${top}" font-family="${FONT}" font-size="${size}" ` +
        `font-weight="${weight}" text-anchor="${anchor}" fill="${this.fillStyle}"${this.#faint()}>${escape(text)}</text>`,
    );
  }

  /** The picture so far, with what it shows in words. */
  file(width: number, height: number, label: string): string {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" ` +
      `viewBox="0 0 ${short(width)} ${short(height)}" role="img"><title>${escape(label)}</title>` +
      `${this.#parts.join("")}</svg>`
    );
  }

  #at(x: number, y: number): string {
    return `${short(x + this.#shift.x)} ${short(y + this.#shift.y)}`;
  }
  #faint(): string {
    return this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : "";
  }
  #add(part: string): void {
    this.#parts.push(part);
  }
}
