/** What part of a tree is seen. Across and down are scaled apart: trees are far wider than deep. */

export interface Camera {
  /** The middle of the view, in nodes and levels. */
  x: number;
  y: number;
  /** Pixels from node to node, and from level to level. */
  across: number;
  down: number;
}

export interface Pane {
  width: number;
  height: number;
}

export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const MOST_ACROSS = 132;
const MOST_DOWN = 132;
const LEAST_DOWN = 14;

/** What stays free around the tree: half a card on each side, and below also the buttons. */
export interface Margin {
  side: number;
  top: number;
  bottom: number;
}
const MARGIN: Margin = { side: 48, top: 46, bottom: 88 };

/** See an area as large as it fits. */
export function frame(
  area: Area,
  pane: Pane,
  scale = 1,
  margin = MARGIN,
  least = LEAST_DOWN,
): Camera {
  const { side, top, bottom } = margin;
  const wide = Math.max(1, area.right - area.left);
  const high = Math.max(1, area.bottom - area.top);
  const room = pane.height - (top + bottom) * scale;
  const down = Math.min(MOST_DOWN * scale, Math.max(least, room / high));
  return {
    x: (area.left + area.right) / 2,
    y: (area.top + area.bottom) / 2 - ((top - bottom) * scale) / 2 / down,
    across: Math.min(MOST_ACROSS * scale, (pane.width - 2 * side * scale) / wide),
    down,
  };
}

/** Zoom so that what is under a point stays there. */
export function zoom(
  camera: Camera,
  by: number,
  point: { x: number; y: number },
  pane: Pane,
  whole: Camera,
): Camera {
  const least = Math.min(whole.across, MOST_ACROSS);
  const across = Math.min(2 * MOST_ACROSS, Math.max(least, camera.across * by));
  const low = Math.min(whole.down, MOST_DOWN);
  const down = Math.min(MOST_DOWN * 1.5, Math.max(low, camera.down * by));
  const offX = point.x - pane.width / 2;
  const offY = point.y - pane.height / 2;
  return {
    x: camera.x + offX / camera.across - offX / across,
    y: camera.y + offY / camera.down - offY / down,
    across,
    down,
  };
}

/** Keep something of the tree in sight. */
export function within(camera: Camera, area: Area): Camera {
  return {
    ...camera,
    x: Math.min(area.right, Math.max(area.left, camera.x)),
    y: Math.min(area.bottom, Math.max(area.top, camera.y)),
  };
}
