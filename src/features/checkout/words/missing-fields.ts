import { markedText, type Sentence } from '#kernel/language.ts';

/** Shown at an empty field. The summary has a sentence that lists all empty fields. */
export const FIELD_MISSING = markedText('Please fill out this field.');

/** Names the missing fields by their labels. */
export const missingFields =
  (labels: readonly Sentence[]): Sentence =>
  ({ text, translate }) =>
    text('Please fill out the following fields: {fields}.', { fields: labels.map(translate).join(', ') });
