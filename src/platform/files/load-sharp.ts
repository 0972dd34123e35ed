import type sharp from 'sharp';

/** Loads the image library on first use: it takes 25 MB, and most processes never draw a picture. */
export const loadSharp = async (): Promise<typeof sharp> => (await import('sharp')).default;
