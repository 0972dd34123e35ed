import type { Span } from './report-days.ts';

/** Spans in order, of which none crosses the end of a day: those that are stored, and those that must be added up. */
export interface SpansToRead {
  readonly stored: readonly Span[];
  readonly live: readonly Span[];
}

/**
 * Splits consecutive days into stored spans and the gaps between them. A stored span that crosses the end of a day, from
 * a shop in another zone, is left out, and so is one that overlaps the span before it.
 */
export function splitByStored(days: readonly Span[], stored: readonly Span[]): SpansToRead {
  const used: Span[] = [];
  const live: Span[] = [];
  let next = 0;
  for (const day of days) {
    let at = day.from;
    for (; next < stored.length && stored[next]!.from < day.until; next += 1) {
      const span = stored[next]!;
      if (span.from < at || span.until > day.until) continue;
      if (span.from > at) live.push({ from: at, until: span.from });
      used.push(span);
      at = span.until;
    }
    if (at < day.until) live.push({ from: at, until: day.until });
  }
  return { stored: used, live };
}

export const inOrder = ({ stored, live }: SpansToRead): Span[] =>
  [...stored, ...live].sort((one, other) => one.from.getTime() - other.from.getTime());

/** Splits a span at moments within it, which are in order. */
export const splitAt = ({ from, until }: Span, moments: readonly Date[]): Span[] => {
  const edges = [from, ...moments, until];
  return moments.concat(until).map((end, index) => ({ from: edges[index]!, until: end }));
};
