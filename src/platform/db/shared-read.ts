/**
 * Shares one read among concurrent callers. A running read may have begun before a caller's own change, so all callers
 * in the meantime share the one after it: nobody gets a result older than the call. `restMs` pauses after each read, so
 * that an expensive read is shared by more callers.
 */
export function sharedRead<T>(read: () => Promise<T>, restMs: () => number = () => 0): () => Promise<T> {
  /** The running read and the pause after it. */
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
