import type { ShopFiles } from '#platform/files/shop-files.ts';

const ADDRESS = /^\/images\/([A-Za-z0-9][A-Za-z0-9._-]*)$/;

/**
 * Reads a picture by its address without size and extension (`/images/pass-1a2b`) and the rest of its file's name
 * (`-500x500.jpg`). Null if it does not exist: a document without its picture is better than none.
 */
export async function shopPicture(
  files: Pick<ShopFiles, 'read'>,
  address: string,
  rest: string,
): Promise<Buffer | null> {
  const name = ADDRESS.exec(address)?.[1];
  if (!name) return null;
  return await files.read(`${name}${rest}`);
}
