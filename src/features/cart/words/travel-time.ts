import { markedText, type Sentence } from '#kernel/language.ts';
import type { SeatNote } from '../domain/travel-time-choice.ts';

/** Advice for travellers. */
export const MEETING_POINT = markedText('Be at the meeting point 30 minutes before travel.');

const SOLD_OUT = markedText('Sold out');
const OWN_TIME = markedText('your current time');

/** The words in brackets after a travel time. */
export const seatNoteWords = (note: SeatNote): Sentence => {
  if (note.kind === 'own_time') return OWN_TIME;
  return note.kind === 'sold_out' ? SOLD_OUT : String(note.count);
};
