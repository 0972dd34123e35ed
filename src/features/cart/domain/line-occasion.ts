import { type Occasion, occasionOf } from '#features/catalogue/domain/occasion.ts';
import type { FrozenItem } from './frozen-item.ts';

/** Days and place of a line's event as they are now, for the part of it that was bought. */
export const lineOccasion = (
  item: FrozenItem,
  events: readonly (Occasion & { readonly id: string })[],
): Occasion | undefined =>
  occasionOf(
    item,
    events.find(({ id }) => id === item.eventId),
  );
