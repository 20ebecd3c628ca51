/** Where the nodes of a small tree stand: parents over the middle of their children. */

export interface Place {
  /** In leaves from the left. */
  x: number;
  level: number;
}

/** Lay out a tree that is given by its parents, parents first. */
export function layOut(parents: readonly number[]): Place[] {
  const children = parents.map((): number[] => []);
  const places = parents.map((): Place => ({ x: 0, level: 0 }));
  parents.forEach((above, node) => {
    if (above < 0) return;
    children[above]?.push(node);
    (places[node] as Place).level = (places[above] as Place).level + 1;
  });
  let next = 0;
  const put = (node: number): number => {
    const below = children[node] ?? [];
    const place = places[node] as Place;
    if (below.length === 0) return (place.x = next++);
    const all = below.map(put);
    return (place.x = ((all[0] ?? 0) + (all.at(-1) ?? 0)) / 2);
  };
  parents.forEach((above, node) => {
    if (above < 0) put(node);
  });
  return places;
}
