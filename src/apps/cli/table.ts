/** Rows of text under each other, each column as wide as its widest cell; columns named in `right` end flush. */
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

/** Signs, not bytes: names may have letters outside of ASCII. */
const width = (cell: string): number => [...cell].length;

/** What others typed must not move the cursor or colour the terminal. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
