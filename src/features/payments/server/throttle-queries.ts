/** Calls for the same id within `everyMs` share its current query or its last answer. */
export function throttleQueries(
  everyMs: number,
  now: () => number = () => performance.now(),
): (id: number, query: () => Promise<void>) => Promise<void> {
  /** Oldest first. */
  const recent = new Map<number, { at: number; answer: Promise<void> }>();
  return (id, query) => {
    for (const [old, { at }] of recent) {
      if (now() - at < everyMs) break;
      recent.delete(old);
    }
    const known = recent.get(id);
    if (known) return known.answer;
    const answer = query();
    recent.set(id, { at: now(), answer });
    return answer;
  };
}
