import { markedText } from '#kernel/language.ts';
import { conflict } from '#platform/http/refusal.ts';

/** Refusals of an unavailable departure, for the tables of the features that sell or change seats. */
export const departureRefusals = {
  departure_gone: conflict(markedText('This travel time is no longer available. Please choose another one.')),
  departure_sold_out: conflict(markedText('Sorry, this travel time is sold out. Please choose another one.')),
} as const;
