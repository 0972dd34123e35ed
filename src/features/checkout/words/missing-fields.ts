import { markedText, type Sentence } from '#kernel/language.ts';

/** What an empty field itself shows. The sentence that lists all of them is for the summary. */
export const FIELD_MISSING = markedText('Please fill out this field.');

/** Names the missing fields by their labels. */
export const missingFields =
  (labels: readonly Sentence[]): Sentence =>
  ({ text, translate }) =>
    text('Please fill out the following fields: {fields}.', { fields: labels.map(translate).join(', ') });
