/** The stage as files: the tree at a moment as SVG or PNG, a stretch of the play as GIF. */

import { agentName } from "../agents/spec";
import { gifOf, pngOf } from "../export/files";
import { count, named } from "../shared/words";
import type { StagePicture } from "./canvas/picture";
import { SvgPen } from "./canvas/svgPen";
import { legendRows } from "./rows";
import { saySpoken } from "./spoken";
import type { TheatreState } from "./theatre.svelte";

type Pen = CanvasRenderingContext2D;

const HEAD = 34;
const FOOT = 46;
const PAD = 12;
/** How much finer a PNG is than the screen. */
const DENSE = 2;
/** A film has at most so many frames and pixels across. */
const MOST_FRAMES = 120;
const FILM_WIDE = 960;

/** What a picture says over the tree, and below it. */
function titleOf(theatre: TheatreState): string {
  const agent = agentName(theatre.header?.agent ?? "");
  const phase = theatre.phase > 0 ? `, phase ${theatre.phase}` : "";
  return `${agent} · step ${count(theatre.at)}${phase} of ${count(theatre.count)}`;
}

function rowsOf(theatre: TheatreState): string {
  const { tree } = theatre;
  if (!tree || tree.algorithm === "astar") return "Dashed cards wait on the frontier; f = g + h.";
  const levels = theatre.layout?.rows.length ?? 0;
  const rows = legendRows(tree, levels, theatre.form).map((row) => row.says);
  return `${rows.join(" · ")}. Outlined: an estimate; filled: certain.`;
}

/** Draw the stage: a title, the tree, what the step did, and who chooses where. */
function drawStage(pen: Pen, picture: StagePicture, theatre: TheatreState): void {
  const { width, height, palette } = picture;
  pen.fillStyle = palette.panel;
  pen.fillRect(0, 0, width, height + HEAD + FOOT);
  pen.save();
  pen.translate(0, HEAD);
  picture.draw(pen);
  pen.restore();
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.ink;
  pen.font = "600 15px system-ui, sans-serif";
  pen.fillText(titleOf(theatre), PAD, HEAD / 2);
  const lines: [string, string, number][] = [
    [named(saySpoken(theatre)), palette.ink, 13],
    [rowsOf(theatre), palette.quiet, 12],
  ];
  lines.forEach(([text, colour, size], index) => {
    pen.font = `500 ${size}px system-ui, sans-serif`;
    const long = pen.measureText(text).width;
    const fits = Math.min(size, (size * (width - 2 * PAD)) / Math.max(1, long));
    pen.font = `500 ${fits}px system-ui, sans-serif`;
    pen.fillStyle = colour;
    pen.fillText(text, PAD, height + HEAD + 14 + index * 19);
  });
}

function canvasFor({ width, height }: StagePicture, dense: number): [HTMLCanvasElement, Pen] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * dense);
  canvas.height = Math.round((height + HEAD + FOOT) * dense);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("this browser cannot draw pictures");
  pen.setTransform(dense, 0, 0, dense, 0, 0);
  return [canvas, pen];
}

export function stageSvg(picture: StagePicture, theatre: TheatreState): Blob {
  const [, measure] = canvasFor(picture, 1);
  const pen = new SvgPen(measure);
  drawStage(pen as unknown as Pen, picture, theatre);
  const label = `${titleOf(theatre)}. ${saySpoken(theatre)}`;
  const text = pen.file(picture.width, picture.height + HEAD + FOOT, label);
  return new Blob([text], { type: "image/svg+xml" });
}

export function stagePng(picture: StagePicture, theatre: TheatreState): Promise<Blob> {
  const [canvas, pen] = canvasFor(picture, DENSE);
  drawStage(pen, picture, theatre);
  return pngOf(canvas);
}

/** The moments of a film of a stretch: all of them, or evenly chosen ones. */
export function framesOf(from: number, to: number): number[] {
  const steps = Math.max(0, to - from);
  const frames = Math.min(MOST_FRAMES, steps + 1);
  return Array.from({ length: frames }, (_, index) =>
    frames === 1 ? to : Math.round(from + (steps * index) / (frames - 1)),
  );
}

/** Play a stretch once more, frame by frame, into an animated GIF; then return to the moment. */
export async function stageGif(
  picture: StagePicture,
  theatre: TheatreState,
  from: number,
  to: number,
  onframe: (done: number, all: number) => void = () => undefined,
): Promise<Blob> {
  const [canvas, pen] = canvasFor(picture, Math.min(1, FILM_WIDE / picture.width));
  const moments = framesOf(from, to);
  const [moment, phase] = [theatre.at, theatre.phase];
  const delay = Math.max(40, Math.min(1000, 1000 / theatre.rate));
  try {
    return await gifOf(moments.length, delay, async (index) => {
      await theatre.reach(moments[index] ?? to);
      drawStage(pen, picture, theatre);
      onframe(index + 1, moments.length);
      // Let the page breathe.
      await new Promise((resolve) => setTimeout(resolve));
      return pen.getImageData(0, 0, canvas.width, canvas.height);
    });
  } finally {
    await theatre.reach(moment, phase);
  }
}
