/**
 * Asks about one thing at most once in a while. Everyone who asks about it meanwhile waits for the answer that is under way, or goes by the
 * one that was given.
 */
export function askNowAndThen(
  everyMs: number,
  now: () => number = () => performance.now(),
): (id: number, ask: () => Promise<void>) => Promise<void> {
  /** In the order of asking, so that what is too old stands in front. */
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
