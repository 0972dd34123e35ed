import { expect, test } from 'vitest';
import { ENGLISH, type Language, languageOf } from '#kernel/language.ts';
import type { TypeFilterOption } from '../domain/listing.ts';
import { availabilityWords } from './availability.ts';
import { emptyListing, type TypeWords, typeFilterLabel } from './listing.ts';
import { planNote, priceNote } from './price-notes.ts';

const { translate } = ENGLISH;

test('the note below a price states what the price includes', () => {
  expect(translate(priceNote({ fee: 1 }))).toBe('(includes taxes and booking fee)');
  expect(translate(priceNote({ fee: 0 }))).toBe('(includes taxes)');
  const plan = { has_payment_plan: true, payment_plan: [{ amount: 5_450 }, { amount: 4_800 }, { amount: 4_800 }] };
  expect(translate(planNote(plan)!)).toBe('available on a payment plan with 3 installments');
  expect(planNote({ has_payment_plan: false, payment_plan: [] })).toBeNull();
});

test('availability is a number when few are left', () => {
  expect(translate(availabilityWords({ kind: 'in_stock' }))).toBe('In stock');
  expect(translate(availabilityWords({ kind: 'few_left', count: 10 }))).toBe('Only 10 left');
  expect(translate(availabilityWords({ kind: 'few_left', count: 1 }))).toBe('Only 1 left');
  expect(translate(availabilityWords({ kind: 'out_of_stock' }))).toBe('Out of Stock');
});

const labelsOf = (language: Language, options: TypeFilterOption[], words: TypeWords) =>
  options.map((option) => language.translate(typeFilterLabel(option, words)));
const tickets = (...types: string[]) => types.map((type) => ({ type, kind: 'tickets' as const }));

test('the type filter uses the plural for ticket types and the operator’s word for merchandise types', () => {
  const labels = { ticket: 'Ticket', transport: 'Coach', addon: 'Extra', mug: 'Mug' };
  expect(
    labelsOf(ENGLISH, [...tickets('ticket', 'transport', 'addon', 'parking'), { type: 'mug', kind: 'merchandise' }], {
      labels,
      plurals: {},
    }),
  ).toEqual(['Tickets', 'Coaches', 'Extras', 'parkings', 'Mug']);
});

test('only English adds a plural ending; other languages use the operator’s plurals or words', () => {
  const croatian = languageOf('hr', {});
  const labels = { ticket: 'Ulaznica', transport: 'Bus' };
  const options = tickets('ticket', 'transport');
  expect(labelsOf(croatian, options, { labels, plurals: {} })).toEqual(['Ulaznica', 'Bus']);
  expect(labelsOf(croatian, options, { labels, plurals: { ticket: 'Ulaznice' } })).toEqual(['Ulaznice', 'Bus']);
});

test('an empty listing has the operator’s words, or the default', () => {
  expect(translate(emptyListing('Gone fishing.'))).toBe('Gone fishing.');
  expect(translate(emptyListing(' '))).toBe('There are no items to show. Please check back again soon.');
});
