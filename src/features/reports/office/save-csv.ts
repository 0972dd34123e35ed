import { csvText } from '#kernel/csv.ts';

/** Lets the browser save rows as a file. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
