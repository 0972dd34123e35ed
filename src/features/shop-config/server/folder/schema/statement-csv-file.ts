import { z } from 'zod';
import { type CsvMap, csvCharsets, csvDates } from '../../../domain/statement-csv.ts';
import { count, line } from './fields.ts';

const heading = line.max(80);
const optional = (description: string) => heading.optional().meta({ description });

/** How one bank writes its CSV. */
export const statementCsv = z
  .strictObject({
    charset: z
      .enum(csvCharsets)
      .default('utf-8')
      .meta({ description: 'The file’s character set, such as windows-1250. Default: utf-8.' }),
    separator: z
      .enum([';', ',', '|', 'tab'])
      .default(';')
      .meta({ description: 'What separates the columns: ; , | or tab. Default: ;' }),
    decimal: z.enum([',', '.']).default(',').meta({ description: 'What separates the cents. Default: a comma.' }),
    dates: z.enum(csvDates).default('dd.mm.yyyy').meta({ description: 'How dates are written. Default: dd.mm.yyyy.' }),
    skip_lines: count(0, 100).default(0).meta({ description: 'The number of lines above the headings. Default: 0.' }),
    out: line
      .optional()
      .meta({ description: 'The text in the column `direction` that means money out, such as Debit.' }),
    in: line.optional().meta({
      description:
        'The text in the column `direction` that means money in. Default: the word that banks use together with `out`, such as Credit. A line with another text is not booked.',
    }),
    columns: z
      .strictObject({
        date: heading.meta({ description: 'The day of booking.' }),
        amount: optional('The amount, with a sign or with `direction`.'),
        amount_in: optional('Money in, if it has its own column.'),
        amount_out: optional('Money out, if it has its own column.'),
        direction: optional('Whether the money came in or went out; needs `out`.'),
        currency: optional('The currency. Default: the shop’s.'),
        account: optional('Your own account. Default: the one that customers pay into.'),
        name: optional('The other party’s name.'),
        iban: optional('The other party’s account.'),
        text: z
          .array(heading)
          .min(1, { error: () => 'must not be empty' })
          .meta({ description: 'The columns that can contain the payer’s reference.' }),
        bank_reference: optional('The bank’s own number of the transaction, unique forever. Default: none.'),
        end_to_end_id: optional('The end-to-end reference.'),
      })
      .meta({ description: 'The headings of the columns.' }),
  })
  .superRefine(({ columns, out, in: into }, context) => {
    const addMistake = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const hasBoth = columns.amount_in !== undefined && columns.amount_out !== undefined;
    const hasOne = columns.amount_in !== undefined || columns.amount_out !== undefined;
    if (columns.amount === undefined ? !hasBoth : hasOne) {
      addMistake(['columns'], 'expected either amount, or amount_in and amount_out');
    }
    if ((columns.direction === undefined) !== (out === undefined))
      addMistake([], 'expected direction and out together');
    if (into !== undefined && out === undefined) addMistake(['in'], 'expected out together with it');
  })
  .meta({ description: 'How one bank writes its CSV.' });

type StatementCsv = z.infer<typeof statementCsv>;

export const csvMapOf = ({
  separator,
  skip_lines: skipLines,
  out,
  in: into,
  columns,
  ...map
}: StatementCsv): CsvMap => ({
  ...map,
  separator: separator === 'tab' ? '\t' : separator,
  skipLines,
  out: out ?? null,
  in: into ?? null,
  columns: {
    date: columns.date,
    amount: columns.amount ?? null,
    amountIn: columns.amount_in ?? null,
    amountOut: columns.amount_out ?? null,
    direction: columns.direction ?? null,
    currency: columns.currency ?? null,
    account: columns.account ?? null,
    name: columns.name ?? null,
    iban: columns.iban ?? null,
    text: columns.text,
    bankReference: columns.bank_reference ?? null,
    endToEndId: columns.end_to_end_id ?? null,
  },
});

/** Returns the map of a CSV as the shop folder writes it. */
export const csvMapInFolder = ({ columns, separator, skipLines, ...map }: CsvMap): Record<string, unknown> =>
  withoutNull({
    ...map,
    separator: separator === '\t' ? 'tab' : separator,
    skip_lines: skipLines,
    columns: withoutNull({
      date: columns.date,
      amount: columns.amount,
      amount_in: columns.amountIn,
      amount_out: columns.amountOut,
      direction: columns.direction,
      currency: columns.currency,
      account: columns.account,
      name: columns.name,
      iban: columns.iban,
      text: columns.text,
      bank_reference: columns.bankReference,
      end_to_end_id: columns.endToEndId,
    }),
  });

const withoutNull = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
