import { markedText, type Sentence } from '#kernel/language.ts';
import type { Availability } from '../domain/availability.ts';

export function availabilityWords(availability: Availability): Sentence {
  switch (availability.kind) {
    case 'out_of_stock':
      return markedText('Out of Stock');
    case 'few_left':
      return ({ countText }) => countText(availability.count, { one: 'Only {count} left', other: 'Only {count} left' });
    case 'in_stock':
      return markedText('In stock');
  }
}
