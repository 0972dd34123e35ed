/** Aborts as soon as one of the signals does, with its reason. Safari has `AbortSignal.any` only since 17.4. */
export function joinSignals(...signals: readonly AbortSignal[]): AbortSignal {
  const joined = new AbortController();
  for (const signal of signals) {
    const abort = () => joined.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: joined.signal });
  }
  return joined.signal;
}
