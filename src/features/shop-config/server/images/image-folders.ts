import path from 'node:path';

/** Where a data folder keeps the pictures that are served under /images/. */
export const imagesFolderOf = (dataFolder: string): string => path.join(dataFolder, 'images');

/** Where this installation keeps encoded pictures between data folders. Safe to delete at any time. */
export const defaultImageCache = (): string => path.resolve(import.meta.dirname, '../../../../../.cache/images');

/** Where a data folder keeps what those pictures were made from. Not served. */
export const imageSourcesOf = (dataFolder: string): string => path.join(dataFolder, 'image-sources');
