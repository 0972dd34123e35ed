import type { EventName, TrackedMoment } from './tracked-moment.ts';

/** Events that describe a page's content. The others describe actions. */
const eventsOfPage: ReadonlySet<EventName> = new Set<EventName>(['ViewContent', 'InitiateCheckout', 'Purchase']);

/** A page event that was not sent to the pixel because the visitor has not accepted. */
export interface UnsentMoment {
  readonly pathname: string;
  readonly moment: TrackedMoment;
}

/** Adds a moment of the page at `pathname`. Keeps only that page's moments, each event once, and no actions. */
export function withUnsent(
  unsent: readonly UnsentMoment[],
  pathname: string,
  moment: TrackedMoment,
): readonly UnsentMoment[] {
  if (!eventsOfPage.has(moment.name)) return unsent;
  const others = unsentOf(unsent, pathname).filter((other) => other.moment.name !== moment.name);
  return [...others, { pathname, moment }];
}

/** The moments that the page at `pathname` sends once the visitor accepts. */
export const unsentOf = (unsent: readonly UnsentMoment[], pathname: string): readonly UnsentMoment[] =>
  unsent.filter((other) => other.pathname === pathname);
