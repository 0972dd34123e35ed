import { z } from 'zod';
import { bulkAnswer } from '#features/bulk/office-contract.ts';
import { previewText } from '#features/previews/office-contract.ts';
import { instant } from '#wire/fields.ts';

/** The rows that an action is for; null: all that match the filter. */
export const chosenOf = <Id extends z.ZodType>(id: Id) => z.array(id).min(1).max(1_000).nullable();

export const bulk = { fresh: false, changes: true, answer: bulkAnswer } as const;

export const bulkRequest = {
  /** When the preview was made; absent in the request for the preview. */
  at: instant.nullish(),
  fingerprint: previewText,
};
