import type { EventName, TrackedEvent } from './tracked-event.ts';

/** Events that describe a page's content. The others describe actions. */
const eventsOfPage: ReadonlySet<EventName> = new Set<EventName>(['ViewContent', 'InitiateCheckout', 'Purchase']);

/** A page event that was not sent to the pixel because the visitor has not accepted. */
export interface UnsentEvent {
  readonly pathname: string;
  readonly event: TrackedEvent;
}

/** Adds an event of the page at `pathname`. Keeps only that page's events, each name once, and no actions. */
export function withUnsent(
  unsent: readonly UnsentEvent[],
  pathname: string,
  event: TrackedEvent,
): readonly UnsentEvent[] {
  if (!eventsOfPage.has(event.name)) return unsent;
  const others = unsentOf(unsent, pathname).filter((other) => other.event.name !== event.name);
  return [...others, { pathname, event }];
}

/** The events that the page at `pathname` sends once the visitor accepts. */
export const unsentOf = (unsent: readonly UnsentEvent[], pathname: string): readonly UnsentEvent[] =>
  unsent.filter((other) => other.pathname === pathname);
