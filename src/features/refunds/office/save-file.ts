/** Lets the browser save a file. */
export function saveFile({ filename, xml }: { filename: string; xml: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }));
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
