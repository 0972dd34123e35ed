import { z } from 'zod';
import { bulkAnswer } from '#features/bulk/office-contract.ts';
import { previewText } from '#features/previews/office-contract.ts';
import { instant } from '#wire/fields.ts';

/** Which of a list's rows an action is for; null: all that match. */
export const chosenOf = <Id extends z.ZodType>(id: Id) => z.array(id).min(1).max(1_000).nullable();

export const bulk = { fresh: false, changes: true, answer: bulkAnswer } as const;

export const bulkRequest = {
  /** The moment of the preview, which the preview itself leaves out. */
  at: instant.nullish(),
  fingerprint: previewText,
};
