import type { OfficeAnswer } from '#browser/office-calls.ts';

export type Columns = OfficeAnswer<'statement-columns'>;

/** In Base64. */
export type SentFiles = { name: string; content: string }[];
