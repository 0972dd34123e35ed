export const csvCharsets = ['utf-8', 'windows-1250', 'windows-1252', 'iso-8859-1', 'iso-8859-2', 'utf-16le'] as const;
export const csvDates = [
  'yyyy-mm-dd',
  'yyyymmdd',
  'dd.mm.yyyy',
  'dd.mm.yy',
  'dd/mm/yyyy',
  'dd/mm/yy',
  'dd-mm-yyyy',
  'mm/dd/yyyy',
  'yyyy/mm/dd',
] as const;

/** How one bank writes its CSV. Columns are named by their headings. */
export interface CsvMap {
  readonly charset: (typeof csvCharsets)[number];
  readonly separator: string;
  readonly decimal: ',' | '.';
  readonly dates: (typeof csvDates)[number];
  /** Lines above the headings. */
  readonly skipLines: number;
  readonly columns: CsvColumns;
  /** The text in `columns.direction` that means money out. */
  readonly out: string | null;
  /**
   * The text that means money in. Without it, the word that banks use together with `out`. A line with any other text
   * is not booked.
   */
  readonly in?: string | null;
}

interface CsvColumns {
  readonly date: string;
  /** The column of the amount, with a sign or with `direction`. */
  readonly amount: string | null;
  /** Two columns instead of `amount`. */
  readonly amountIn: string | null;
  readonly amountOut: string | null;
  readonly direction: string | null;
  readonly currency: string | null;
  readonly account: string | null;
  readonly name: string | null;
  readonly iban: string | null;
  readonly text: readonly string[];
  readonly bankReference: string | null;
  readonly endToEndId: string | null;
}
