/**
 * A read that many ask for at once. One is under way at a time; it may have begun before an asker's own change, so everybody who asks
 * meanwhile shares the one after it. What they get is never older than their question. After each there may be a rest, in milliseconds: the
 * dearer a read, the more shall share the next.
 */
export function sharedRead<T>(read: () => Promise<T>, restMs: () => number = () => 0): () => Promise<T> {
  /** The one under way, and the rest after it. */
  let busy: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    next = undefined;
    const reading = read().finally(() => {
      busy = restMs() >= 1 ? rest(restMs()) : undefined;
    });
    busy = reading;
    return reading;
  }

  async function rest(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    busy = undefined;
  }

  /** Behind the read and behind its rest. */
  async function afterBusy(): Promise<T> {
    while (busy) await busy.catch(() => {});
    return begin();
  }

  return () => {
    if (!busy && !next) return begin();
    next ??= afterBusy();
    return next;
  };
}
