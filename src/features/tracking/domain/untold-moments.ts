import type { EventName, TrackedMoment } from './tracked-moment.ts';

/** The events that describe a page's content. The others describe actions. */
const eventsOfPage: ReadonlySet<EventName> = new Set<EventName>(['ViewContent', 'InitiateCheckout', 'Purchase']);

/** A page event that was not sent to the pixel because the visitor has not accepted. */
export interface UntoldMoment {
  readonly pathname: string;
  readonly moment: TrackedMoment;
}

/**
 * The list with one more moment of the page at `pathname`. Keeps only that page's moments, each event once, and no
 * actions.
 */
export function withUntold(
  untold: readonly UntoldMoment[],
  pathname: string,
  moment: TrackedMoment,
): readonly UntoldMoment[] {
  if (!eventsOfPage.has(moment.name)) return untold;
  const others = untoldOf(untold, pathname).filter((other) => other.moment.name !== moment.name);
  return [...others, { pathname, moment }];
}

/** The moments that the page at `pathname` sends once the visitor accepts. */
export const untoldOf = (untold: readonly UntoldMoment[], pathname: string): readonly UntoldMoment[] =>
  untold.filter((other) => other.pathname === pathname);
