import { type Dated, type Occasion, occasionOf } from '#features/occasions/domain/occasion.ts';
import type { FrozenItem } from './frozen-item.ts';

export type Events = readonly (Occasion & { readonly id: string })[];

/** Returns the event, or the part of it that was bought, with its current times and place. */
export const lineOccasion = (item: FrozenItem, events: Events): Occasion | undefined =>
  occasionOf(
    item,
    events.find(({ id }) => id === item.eventId),
  );

/** Returns the line's travel time, and its event's current times and place. */
export const datedLine = (item: FrozenItem, events: Events): Dated => ({
  occasion: lineOccasion(item, events),
  travel_time: item.travelTime,
  timezone: item.timezone,
});
