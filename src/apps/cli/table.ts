/** Aligns rows of text in columns as wide as their widest cells. The columns in `right` are aligned right. */
export function tableText(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column]!))));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const blanks = ' '.repeat(widths[column]! - width(cell));
        return right.includes(column) ? blanks + cell : cell + blanks;
      })
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}

/** Counts characters, not bytes. */
const width = (cell: string): number => [...cell].length;

/** Replaces, in text typed by others, characters that could move the cursor or colour the terminal. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
