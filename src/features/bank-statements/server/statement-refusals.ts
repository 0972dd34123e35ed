import { undoRefusal } from '#features/desk/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeRefusal } from '#features/staff/server/public.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import type { LayoutMistake } from '../domain/csv-columns.ts';
import type { FileProblem, OneFileProblem } from '../domain/statement.ts';
import { tooLargeForOffice, whyUnreadable } from '../words/staff/file-problems.ts';
import type { BookImportRefusal } from './book-import.ts';
import type { ConfirmRefusal } from './confirm-same.ts';
import type { PrepareRefusal } from './prepare-import.ts';
import type { UndoLineRefusal } from './undo-line.ts';

const field = (message: OfficeRefusal['message']): OfficeRefusal => invalidFields([{ field: 'files', message }]);

export const tooLarge = (files: readonly { readonly name: string }[]): OfficeRefusal =>
  field((language) =>
    tooLargeForOffice(
      files.map(({ name }) => name),
      language,
    ),
  );

const oneFileRefusal = httpRefusals<OneFileProblem>({
  too_large: ({ file, limit }) => field(({ text }) => text('{file} is too large. Limit: {max}.', { file, max: limit })),
  empty: ({ file }) => field(({ text }) => text('{file} is empty.', { file })),
  unknown_format: ({ file }) =>
    field(({ text }) => text('{file} is not a camt, MT940 or CSV file, or a ZIP file of these.', { file })),
  unreadable: ({ file, why }) =>
    field((language) => language.text('{file} cannot be read. {why}', { file, why: whyUnreadable(why, language) })),
  unknown_columns: ({ file }) => field(({ text }) => text('First choose what the columns of {file} mean.', { file })),
  missing_columns: ({ file, missing }) =>
    field(({ text }) => text('{file} has no column {columns}.', { file, columns: missing.join(', ') })),
});

/** One sentence for each file. */
export function fileRefusal(problem: FileProblem): OfficeRefusal {
  if (problem.kind !== 'several') return oneFileRefusal(problem);
  const message = (language: Language) =>
    problem.problems.map((one) => sentenceOf(oneFileRefusal(one).message, language)).join(' ');
  return field(message);
}

const sentenceOf = (message: OfficeRefusal['message'], language: Language): string =>
  typeof message === 'function' ? message(language) : language.translate(message);

export const balanceRefusal = (
  { statement, expected, closing }: PrepareRefusal,
  { public: shop }: Shop,
): OfficeRefusal =>
  field(({ text }) =>
    text(
      '{file}: the opening balance and the lines add up to {expected}, but the closing balance is {closing}. The file is incomplete or was changed.',
      { file: statement.file, expected: formatMoney(expected, shop), closing: formatMoney(closing, shop) },
    ),
  );

const DONE_BEFORE = conflict(markedText('Somebody has dealt with this line in the meantime.'));

export const lineRefusal = httpRefusals<{ kind: 'unknown_line' | 'done_before' }>({
  unknown_line: notFound,
  done_before: DONE_BEFORE,
});

export const confirmRefusal = httpRefusals<ConfirmRefusal>({
  unknown_line: notFound,
  done_before: DONE_BEFORE,
  nothing_recorded: conflict(markedText('The recorded payment has changed in the meantime. Check the line again.')),
});

export const CHANGED_LINE = conflict(markedText('This line would now be booked differently. Check it again.'));
export const REASON_NEEDED = invalidFields([
  { field: 'reason', message: markedText('Please say why the line is ignored.') },
]);
export const NOT_DISCARDED = conflict(
  markedText('Lines of this statement were booked or ignored, so it can no longer be discarded.'),
);

export const bookRefusal = httpRefusals<BookImportRefusal>({
  unknown_line: notFound,
  done_before: DONE_BEFORE,
  booked_before: conflict(markedText('This line has already been booked.')),
  nothing_to_book: conflict(markedText('First choose what to book this line as.')),
  unknown_order: ({ reference }) =>
    conflict(({ text }: Language) => text('There is no order or payment {reference}.', { reference })),
  refund_refused: ({ code }) =>
    conflict(({ text }: Language) => text('Refund {code} has changed in the meantime.', { code })),
  charge_back_refused: conflict(
    markedText('The payment that this line takes back has changed in the meantime. Book it on the command line.'),
  ),
});

export const undoLineRefusal = httpRefusals<UndoLineRefusal>({
  unknown_line: notFound,
  nothing_to_undo: conflict(markedText('There is nothing to undo. It has already been undone.')),
  transfer: ({ refusal }) => undoRefusal(refusal),
  refund: ({ refusal }) =>
    refusal.kind === 'was_returned'
      ? conflict(markedText('A returned refund cannot be undone here. Start it again, or record it as paid.'))
      : conflict(markedText('The refund has changed since, so this can no longer be undone.')),
});

export const layoutWords: Record<LayoutMistake['kind'], string> = {
  twice: markedText('Two columns have the same meaning. Only the payment text can be in several columns.'),
  no_date: markedText('Choose the column with the date.'),
  no_text: markedText('Choose at least one column with the payment text, where the shop looks for order codes.'),
  no_amount: markedText('Choose the column with the amount, or one with money in and one with money out.'),
  two_amounts: markedText('Choose either the amount or money in and money out, not both.'),
  no_out: markedText('Choose which word means money out.'),
  no_headings: markedText(
    'The chosen row has no headings. Choose the row with the names of the columns. If the file has none, add such a row, or use camt or MT940.',
  ),
  no_line: markedText('With these columns, no line of the file can be read.'),
};
