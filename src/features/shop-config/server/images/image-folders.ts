import path from 'node:path';

/** Served under /images/. */
export const imagesFolderOf = (dataFolder: string): string => path.join(dataFolder, 'images');

/** Shared by data folders. Safe to delete at any time. */
export const defaultImageCache = (): string => path.resolve(import.meta.dirname, '../../../../../.cache/images');

/** The folder of the original pictures, which is not served. */
export const imageSourcesOf = (dataFolder: string): string => path.join(dataFolder, 'image-sources');
