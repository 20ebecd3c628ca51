/** Pictures and films of a game as files, made in the browser. */

import { boardSvg, pictureSize, type Picture } from "./picture";

/** Pixels across a picture and across a film. */
const WIDE = 1200;
const FILM_WIDE = 480;
/** Milliseconds that a frame of a film stays, and the last one. */
const FRAME = 600;
const LAST_FRAME = 3000;
/** Colours of a film: a board has few, and the shades between them. */
const COLOURS = 64;

export function svgFile(picture: Picture): Blob {
  return new Blob([boardSvg(picture)], { type: "image/svg+xml" });
}

export async function pngFile(picture: Picture): Promise<Blob> {
  const canvas = canvasFor(picture, WIDE);
  await draw(canvas, picture);
  return pngOf(canvas);
}

/** Make a PNG of what is on a canvas. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("the picture could not be drawn"));
    }, "image/png"),
  );
}

/** Make an animated GIF, a frame for each board; the last one stays longer. */
export async function gifFile(pictures: readonly Picture[]): Promise<Blob> {
  const last = pictures.at(-1);
  if (!last) throw new Error("there is no board to show");
  const canvas = canvasFor(last, FILM_WIDE);
  return gifOf(pictures.length, FRAME, (index) => draw(canvas, pictures[index] ?? last));
}

/**
 * Make an animated GIF of frames that stay so many milliseconds each, the last one longer. Its
 * colours are those of the last frame, which is drawn first.
 */
export async function gifOf(
  count: number,
  delay: number,
  frame: (index: number) => Promise<ImageData>,
): Promise<Blob> {
  const { GIFEncoder, quantize, applyPalette } = await import("gifenc");
  const palette = quantize((await frame(count - 1)).data, COLOURS);
  const gif = GIFEncoder();
  for (let index = 0; index < count; index += 1) {
    const { data, width, height } = await frame(index);
    const stays = index === count - 1 ? LAST_FRAME : delay;
    const options = index === 0 ? { palette, delay: stays } : { delay: stays };
    gif.writeFrame(applyPalette(data, palette), width, height, options);
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

function canvasFor({ rows }: Picture, wide: number): HTMLCanvasElement {
  const { width, height } = pictureSize(rows);
  const canvas = document.createElement("canvas");
  canvas.width = wide;
  canvas.height = Math.round((wide * height) / width);
  return canvas;
}

async function draw(canvas: HTMLCanvasElement, picture: Picture): Promise<ImageData> {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw pictures");
  const image = new Image(canvas.width, canvas.height);
  image.src = `data:image/svg+xml,${encodeURIComponent(boardSvg(picture))}`;
  await image.decode();
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Hand a file to the browser to save. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
