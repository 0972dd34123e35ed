/**
 * Limits how often one thing is queried. Callers in between wait for the query that is under way, or use its last answer.
 */
export function askNowAndThen(
  everyMs: number,
  now: () => number = () => performance.now(),
): (id: number, ask: () => Promise<void>) => Promise<void> {
  /** In the order of the queries, so that the oldest come first. */
  const asked = new Map<number, { at: number; answer: Promise<void> }>();
  return (id, ask) => {
    for (const [old, { at }] of asked) {
      if (now() - at < everyMs) break;
      asked.delete(old);
    }
    const known = asked.get(id);
    if (known) return known.answer;
    const answer = ask();
    asked.set(id, { at: now(), answer });
    return answer;
  };
}
