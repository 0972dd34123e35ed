/**
 * Shares one read among concurrent callers. A running read may have begun before a caller's own change, so later
 * callers share the next one: no result is older than the call. A pause of `restMs` after each read lets more callers
 * share an expensive one.
 */
export function sharedRead<T>(read: () => Promise<T>, restMs: () => number = () => 0): () => Promise<T> {
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
