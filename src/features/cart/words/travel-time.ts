import { markedText, type Sentence } from '#kernel/language.ts';
import type { SeatNote } from '../domain/travel-time-choice.ts';

/** Advice for travellers. */
export const MEETING_POINT = markedText('Be at the meeting point 30 minutes before travel.');

const SOLD_OUT = markedText('Sold out');
const OWN_TIME = markedText('your current time');

/** The note in brackets after a travel time. */
export const seatNoteWords = (note: SeatNote): Sentence => {
  if (note.kind === 'own_time') return OWN_TIME;
  return note.kind === 'sold_out' ? SOLD_OUT : String(note.count);
};

/** `own_time` is the ticket's current departure. */
export const seatsSentence =
  (note: SeatNote | null): Sentence =>
  ({ countText, translate, text }) => {
    if (note === null) return text('Seats available');
    return note.kind === 'seats_left'
      ? countText(note.count, { one: '{count} seat left', other: '{count} seats left' })
      : translate(seatNoteWords(note));
  };
