import { markedText } from '#kernel/language.ts';
import { conflict } from '#platform/http/refusal.ts';

/**
 * How a call refuses a departure that cannot be had. The features that sell or change seats put it into their tables.
 */
export const departureRefusals = {
  departure_gone: conflict(markedText('This travel time is no longer available. Please choose another one.')),
  departure_sold_out: conflict(markedText('Sorry, this travel time is sold out. Please choose another one.')),
} as const;
