/** A coordinate with one decimal: enough for the eye, and the same bytes everywhere. */
export const at = (value: number): number => +value.toFixed(1);

/** One number per step, for what comes in rows. */
export const steps = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A picture of its own; `title` says what it shows. */
export function picture(width: number, height: number, title: string, body: string): string {
  const safeTitle = title.replace(/[&<>]/g, (character) => escaped[character]!);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${safeTitle}</title>${body}</svg>\n`;
}
