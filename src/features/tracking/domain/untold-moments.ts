import type { EventName, TrackedMoment } from './tracked-moment.ts';

/** The events that say what a page shows. The others say what somebody did. */
const eventsOfPage: ReadonlySet<EventName> = new Set<EventName>(['ViewContent', 'InitiateCheckout', 'Purchase']);

/** What a page shows and the pixel has not been told, because the visitor has not accepted. */
export interface UntoldMoment {
  readonly pathname: string;
  readonly moment: TrackedMoment;
}

/** The list with one more moment of the page at `pathname`. Only that page's are kept, each event once, and nothing that was done. */
export function withUntold(
  untold: readonly UntoldMoment[],
  pathname: string,
  moment: TrackedMoment,
): readonly UntoldMoment[] {
  if (!eventsOfPage.has(moment.name)) return untold;
  const others = untoldOf(untold, pathname).filter((other) => other.moment.name !== moment.name);
  return [...others, { pathname, moment }];
}

/** What the page at `pathname` has to tell once the visitor accepts. */
export const untoldOf = (untold: readonly UntoldMoment[], pathname: string): readonly UntoldMoment[] =>
  untold.filter((other) => other.pathname === pathname);
