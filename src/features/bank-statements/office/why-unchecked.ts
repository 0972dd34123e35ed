import type { OfficeAnswer } from '#browser/office-calls.ts';
import { type Language, markedText } from '#kernel/language.ts';

type Import = OfficeAnswer<'statement-import'>;
type Statement = Pick<
  Import['statements'][number],
  'account' | 'first_day' | 'opening' | 'closing' | 'currency' | 'before'
>;
type Line = Pick<Import['lines'][number], 'amount' | 'currency'>;

const PART_OF_A_DAY = markedText('The file does not cover whole days');
const NO_BALANCES = markedText('The file has no balances');

/** Why nobody knows whether a statement follows the previous one of its account. */
export function whyGapUnknown(
  { account, first_day: firstDay, opening, before }: Statement,
  { text, translate }: Language,
) {
  if (account === null) return text('The file has no account number');
  if (firstDay === null) return text('The file has no lines');
  if (opening === null) return translate(NO_BALANCES);
  return before?.closing === null ? text('The previous file has no balances') : translate(PART_OF_A_DAY);
}

/** Why the balances were not compared with the lines. `lines` are null if they may be those of several statements. */
export function whyBalanceUnknown(
  { opening, closing, currency }: Statement,
  lines: readonly Line[] | null,
  { text, translate }: Language,
): string {
  if (opening === null || closing === null) return translate(NO_BALANCES);
  if (lines === null) return text('Not all lines can be compared with the balances');
  if (lines.some(({ amount }) => amount === null)) return text('A line cannot be read');
  if (lines.some((line) => line.currency !== currency)) return text('A line is in another currency');
  return translate(PART_OF_A_DAY);
}
