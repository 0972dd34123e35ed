import { officeCall } from '#browser/office-api.ts';

/** Reads the file of a closed month piece by piece and saves it as a download. Throws ApiError. */
export async function downloadBooks(month: string): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let filename = '';
  for (let isLast = false; !isLast; ) {
    const part = await officeCall('books-part', { month, position: pieces.length });
    pieces.push(Uint8Array.from(atob(part.content), (character) => character.charCodeAt(0)));
    filename = part.filename;
    isLast = part.is_last;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(pieces, { type: 'application/zip' }));
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
