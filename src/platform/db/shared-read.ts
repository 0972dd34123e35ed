/**
 * A read that many ask for at once. One is under way at a time; it may have begun before an asker's own change, so everybody who asks
 * meanwhile shares the one after it. What they get is never older than their question.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    next = undefined;
    reading = read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return () => {
    if (!reading) return begin();
    next ??= reading.then(begin, begin);
    return next;
  };
}
