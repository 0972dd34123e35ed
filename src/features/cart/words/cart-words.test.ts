import { expect, test } from 'vitest';
import { ENGLISH, languageOf } from '#kernel/language.ts';
import type { HolderProblem } from '../domain/holder.ts';
import { holderSentence } from './holder.ts';
import { limitSentence } from './limit-per-order.ts';
import { seatNoteWords, seatsSentence } from './travel-time.ts';

test.each<[HolderProblem, string]>([
  [{ field: 'full_name', kind: 'name_missing' }, 'Please enter the full name for this ticket holder.'],
  [{ field: 'full_name', kind: 'name_not_roman' }, 'Please enter the full name in roman characters.'],
  [{ field: 'email', kind: 'email_missing' }, 'Please enter the email address for this ticket holder.'],
  [{ field: 'email', kind: 'email_invalid' }, 'Please enter a valid email address for this ticket holder.'],
  [{ field: 'age', kind: 'age_missing' }, 'Please choose the age range for this ticket holder.'],
  [{ field: 'transport_time_id', kind: 'travel_time_missing' }, 'Please choose your travel date and time.'],
  [
    { field: 'full_name', kind: 'already_in_cart', product: 'Festival Pass', fullName: 'Ada Lovelace' },
    'A Festival Pass ticket already exists for Ada Lovelace in your cart.',
  ],
])('the sentence for %j is %j', (problem, sentence) => {
  expect(ENGLISH.translate(holderSentence(problem))).toBe(sentence);
});

test('the sentence for a reached limit names the product and the limit', () => {
  const sentence = limitSentence({ kind: 'limit_per_order', product: 'Festival Pass', limit: 2 });
  expect(ENGLISH.translate(sentence)).toBe('You can buy up to 2 of Festival Pass per order.');
});

test('a travel time shows its number of seats, that it is sold out, or that it is the ticket’s own', () => {
  const german = languageOf('de', { 'Sold out': 'Ausverkauft' });
  expect(german.translate(seatNoteWords({ kind: 'seats_left', count: 3 }))).toBe('3');
  expect(german.translate(seatNoteWords({ kind: 'sold_out' }))).toBe('Ausverkauft');
  expect(ENGLISH.translate(seatNoteWords({ kind: 'own_time' }))).toBe('your current time');
});

test('a departure shows its number of seats in a sentence', () => {
  const sentence = (note: Parameters<typeof seatsSentence>[0]) => ENGLISH.translate(seatsSentence(note));
  expect(sentence(null)).toBe('Seats available');
  expect(sentence({ kind: 'seats_left', count: 1 })).toBe('1 seat left');
  expect(sentence({ kind: 'seats_left', count: 3 })).toBe('3 seats left');
  expect(sentence({ kind: 'sold_out' })).toBe('Sold out');
  expect(sentence({ kind: 'own_time' })).toBe('your current time');
});
