/** Counts each, in the order of their first appearance. */
export function timesOf<Kind>(kinds: readonly Kind[]): Map<Kind, number> {
  const times = new Map<Kind, number>();
  for (const kind of kinds) times.set(kind, (times.get(kind) ?? 0) + 1);
  return times;
}
