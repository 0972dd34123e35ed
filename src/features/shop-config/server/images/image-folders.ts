import path from 'node:path';

/** The data folder's pictures, served under /images/. */
export const imagesFolderOf = (dataFolder: string): string => path.join(dataFolder, 'images');

/** Shared by data folders. Safe to delete at any time. */
export const defaultImageCache = (): string => path.resolve(import.meta.dirname, '../../../../../.cache/images');

/** The data folder's sources of those pictures. Not served. */
export const imageSourcesOf = (dataFolder: string): string => path.join(dataFolder, 'image-sources');
