import type { Sentence } from '#kernel/language.ts';

/** One sentence for all empty fields of a form, by their labels. */
export const missingFields =
  (labels: readonly Sentence[]): Sentence =>
  ({ saidText, text }) =>
    text('Please fill out the following fields: {fields}.', { fields: labels.map(saidText).join(', ') });
