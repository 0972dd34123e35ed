import type { SavedList } from './saved-view.ts';

/** The columns of each export, by their headings, that contain people's names, addresses or messages. */
export const personalColumns: Readonly<Record<SavedList, readonly string[]>> = {
  '/orders': ['name', 'email'],
  '/tickets': ['name', 'email'],
  '/people': ['name', 'email'],
  '/money/receipts': ['text', 'name'],
  '/money/refunds': ['name'],
  '/money/plans': ['name', 'email'],
  '/money/invoices': ['name'],
  '/mails': ['subject', 'to', 'error'],
};

/** Whether an export without these columns still has names. */
export const hasNames = (list: SavedList, without: readonly string[]): boolean =>
  personalColumns[list].some((heading) => !without.includes(heading));
