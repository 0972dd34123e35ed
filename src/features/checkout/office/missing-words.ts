import type { Language } from '#kernel/language.ts';
import type { MissingField } from './new-order-draft.ts';

/** The name of a field that has to be filled in. */
export function missingName(one: MissingField, { text }: Language): string {
  switch (one.what) {
    case 'name':
      return text('Name of the buyer');
    case 'email':
      return text('Email of the buyer');
    case 'items':
      return text('At least one item');
    case 'channel':
      return text('Ordered through');
    case 'country':
      return text('Country');
    case 'receipt':
      return text('Number of the receipt');
    case 'reason':
      return text('Reason');
    case 'holder':
      return text('Holder of item {number}', { number: one.position });
    case 'age':
      return text('Age for item {number}', { number: one.position });
    case 'departure':
      return text('Departure of item {number}', { number: one.position });
    case 'line':
      return one.label;
  }
}

/** What to do about a field that has to be filled in. */
export function missingSentence(one: MissingField, { text }: Language): string {
  switch (one.what) {
    case 'name':
      return text('Please enter the buyer’s name.');
    case 'email':
      return text('Please enter a valid email address.');
    case 'items':
      return text('Please add at least one item.');
    case 'channel':
      return text('Please choose how it was ordered.');
    case 'country':
      return text('Please choose a country.');
    case 'receipt':
      return text('Please enter the number of the receipt.');
    case 'reason':
      return text('Please enter a reason.');
    case 'holder':
      return text('Please enter the holder of item {number}.', { number: one.position });
    case 'age':
      return text('Please choose the age for item {number}.', { number: one.position });
    case 'departure':
      return text('Please choose the departure of item {number}.', { number: one.position });
    case 'line':
      return text('Please fill in: {field}.', { field: one.label });
  }
}
