import path from 'node:path';

/** Shared by data folders. Safe to delete at any time. */
export const defaultImageCache = (): string => path.resolve(import.meta.dirname, '../../../../../.cache/images');
