import { z } from 'zod';
import { previewed, previewedEach, previewText } from '#features/previews/office-contract.ts';
import { csvCharsets, csvDates } from '#features/shop-config/domain/statement-csv.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, noteText, optionalCode, text } from '#wire/fields.ts';
import { csvRoles, MAX_COLUMNS } from './domain/csv-columns.ts';
import { OUTCOMES } from './domain/line-booking.ts';
import { MAX_OFFICE_BYTES } from './domain/max-office-bytes.ts';

/** Files in Base64, plus their names and the JSON around them. */
const MAX_BODY_BYTES = Math.ceil(MAX_OFFICE_BYTES * 1.4) + 50_000;

const books = { needs: { permission: 'money.book' }, fresh: false } as const;
const importId = z.int().positive();
const lineNumber = z.int().positive();

const lineGroups = [
  'certain',
  'likely',
  'unknown',
  'payout',
  'money_out',
  'stopped',
  'done',
  'ignored',
  'booked',
] as const;

const day = z.string().nullable();

const bankFiles = z
  .array(z.object({ name: text(200), content: z.base64() }))
  .min(1)
  .max(10);

const csvForm = {
  charset: z.enum(csvCharsets),
  separator: z.string().length(1),
  /** Rows above the headings. */
  skip_lines: z.int().min(0).max(100),
};
const csvMeaning = {
  decimal: z.enum([',', '.']),
  dates: z.enum(csvDates),
  /** The word for money out in the column for the direction. */
  out: z.string().max(80).nullable(),
  /** The word for money in. A line with any other word is not booked. */
  in: z.string().max(80).nullable(),
  /** What each column means; null if it is not used. */
  roles: z.array(z.enum(csvRoles).nullable()).max(MAX_COLUMNS),
};

export const statementRead = officeCall({
  ...books,
  changes: true,
  maxBytes: MAX_BODY_BYTES,
  // The request is large.
  secret: true,
  name: 'statement-read',
  summary:
    'Reads bank statements and stores their lines; books nothing. Reading the same files again returns the same import',
  request: z.object({
    files: bankFiles,
    /** Asks for the columns of a CSV even if they are known. */
    asks_columns: z.boolean().default(false),
  }),
  answer: z.object({
    /** Null if the columns of a CSV have to be chosen first. */
    import: importId.nullable(),
    is_known: z.boolean(),
    /** The name of the CSV whose columns have to be chosen, for `statement-columns`. */
    columns_of: z.string().nullable(),
  }),
});

export const statementColumns = officeCall({
  ...books,
  changes: false,
  maxBytes: MAX_BODY_BYTES,
  name: 'statement-columns',
  summary: 'The columns of a CSV, their guessed meanings, and its first lines as they would be read; stores nothing',
  request: z.object({
    files: bankFiles,
    /** `columns_of` of `statement-read`. */
    file: text(400),
    /** Null: everything is guessed. If only `meaning` is null, only the meanings are guessed. */
    form: z.object(csvForm).nullable(),
    meaning: z.object(csvMeaning).nullable(),
  }),
  answer: z.object({
    names: z.array(z.string()),
    /** The first rows below the headings. */
    rows: z.array(z.array(z.string())),
    form: z.object(csvForm),
    meaning: z.object(csvMeaning),
    /** The words in the column for the direction. */
    directions: z.array(z.string()),
    /** Why the file cannot be read with these columns; null if it can. */
    problem: z.string().nullable(),
    /** The first lines as they would be read. */
    lines: z.array(
      z.object({
        day,
        /** Negative: money out. */
        amount: money.nullable(),
        currency: z.string().nullable(),
        party: z.string(),
        iban: z.string(),
        text: z.string(),
        /** Why the line cannot be read; null if it can. */
        why: z.string().nullable(),
      }),
    ),
    count: z.int(),
    /** Lines that cannot be read, and why the first of them cannot. */
    unreadable: z.int(),
    reasons: z.array(z.string()),
  }),
});

export const statementColumnsSave = officeCall({
  ...books,
  changes: true,
  name: 'statement-columns-save',
  summary: 'Remembers what the columns of CSV files with these headings mean',
  request: z.object({
    /** `names` of `statement-columns`. */
    names: z.array(z.string().min(1).max(300)).min(2).max(MAX_COLUMNS),
    form: z.object(csvForm),
    meaning: z.object(csvMeaning),
  }),
  answer: z.object({}),
});

export const statementImports = officeCall({
  ...books,
  changes: false,
  name: 'statement-imports',
  summary: 'Bank statements that were read, newest first; 50 a page',
  request: z.object({ after: importId.nullish().transform((after) => after ?? null) }),
  answer: z.object({
    imports: z.array(
      z.object({
        import: importId,
        read_at: instant,
        read_by: z.string(),
        files: z.array(z.string()),
        accounts: z.array(z.string()),
        first_day: day,
        last_day: day,
        lines: z.int(),
        /** The number of lines with an outcome. */
        done: z.int(),
        money_in: money,
      }),
    ),
    /** The value of `after` for the next page; null at the end. */
    next: importId.nullable(),
  }),
});

export const statementImport = officeCall({
  ...books,
  changes: false,
  name: 'statement-import',
  summary: 'One bank statement: its checks, and the match or the outcome of each line',
  request: z.object({ import: importId }),
  answer: z.object({
    import: importId,
    read_at: instant,
    read_by: z.string(),
    files: z.array(z.object({ name: z.string(), sha256: z.string() })),
    /** Lines of a camt.052 are also booked, although their day may not be over. */
    running_days: z.boolean(),
    has_running_day: z.boolean(),
    /** Payers' names and texts were deleted. */
    is_wiped: z.boolean(),
    /** None of its lines has an outcome yet. */
    can_discard: z.boolean(),
    statements: z.array(
      z.object({
        file: z.string(),
        account: z.string().nullable(),
        /** Null if the shop folder or the file has no account. */
        is_own: z.boolean().nullable(),
        number: z.string().nullable(),
        currency: z.string().nullable(),
        first_day: day,
        last_day: day,
        opening: money.nullable(),
        closing: money.nullable(),
        /** Opening balance and lines add up to the closing balance. */
        is_balanced: z.boolean(),
        /** How it follows the previous statement of the same account. */
        follows: z.enum(['first', 'follows', 'gap', 'overlaps', 'unknown']),
        before: z.object({ import: importId, last_day: z.string(), closing: money.nullable() }).nullable(),
      }),
    ),
    lines: z.array(
      z.object({
        number: lineNumber,
        /** Identifies what the line would book. Sent back to book exactly that. */
        mark: z.string(),
        group: z.enum(lineGroups),
        /** Whether the line is booked unless somebody decides otherwise. */
        is_sure: z.boolean(),
        can_book: z.boolean(),
        /** Money in, which can be booked to any order, or without one. */
        is_open_money: z.boolean(),
        day,
        /** Negative: money out. Null if it cannot be read. */
        amount: money.nullable(),
        currency: z.string().nullable(),
        party: z.string(),
        text: z.string(),
        /** What the line pays, if that is clear. */
        pays: z.string().nullable(),
        /** In the caller's language. */
        why: z.string(),
        /** Effects of booking it besides money, orders and mails, in the caller's language; empty if there are none. */
        effect: z.string(),
        /** For a likely line: the orders that it may be for, most likely first. */
        choices: z.array(z.object({ order: z.string(), words: z.string() })),
        result: z
          .object({
            outcome: z.enum(OUTCOMES).nullable(),
            /** Null if another import or the command line booked it. */
            at: instant.nullable(),
            by: z.string().nullable(),
            /** Why it was ignored. */
            reason: z.string(),
            orders: z.array(z.string()),
            refunds: z.array(z.string()),
            payout: z.string().nullable(),
            /** Receipts that wait in the inbox, in whole or in part. */
            waiting: z.array(z.int()),
            can_undo: z.boolean(),
          })
          .nullable(),
        /** For a line booked before, its money; otherwise recorded money that the line may show. */
        recorded: z.array(
          z.object({
            receipt: z.int().nullable(),
            refund: z.string().nullable(),
            order: z.string().nullable(),
            /** The key of a receipt, which finds it in the list of receipts. */
            transaction: z.string().nullable(),
            /** The receipt waits in the inbox. */
            is_waiting: z.boolean(),
            by: z.string().nullable(),
            at: instant.nullable(),
          }),
        ),
        /** Somebody may confirm that the line shows the recorded money. */
        can_confirm: z.boolean(),
        undone: z.object({ at: instant, by: z.string().nullable() }).nullable(),
        /** Another import in which the same line was booked or ignored. */
        elsewhere: importId.nullable(),
      }),
    ),
  }),
});

export const statementBook = officeCall({
  ...books,
  changes: true,
  name: 'statement-book',
  summary: 'Books lines of a bank statement, each once; lines of one order together',
  request: z.object({
    import: importId,
    lines: z
      .array(
        z.object({
          number: lineNumber,
          mark: text(64),
          how: z.enum(['as_matched', 'order', 'without_order']),
          /** An order's code or a payment's reference, for `order`. */
          order: optionalCode,
        }),
      )
      .min(1)
      .max(100),
    preview: previewText,
  }),
  answer: previewedEach,
});

export const statementConfirm = officeCall({
  ...books,
  changes: true,
  name: 'statement-confirm',
  summary: 'Confirms that a line of a bank statement shows money that was recorded before; books nothing',
  request: z.object({ import: importId, number: lineNumber, mark: text(64) }),
  answer: z.object({}),
});

export const statementIgnore = officeCall({
  ...books,
  changes: true,
  name: 'statement-ignore',
  summary: 'Ignores a line of a bank statement, with the reason',
  request: z.object({ import: importId, number: lineNumber, reason: noteText }),
  answer: z.object({}),
});

export const statementUndo = officeCall({
  ...books,
  changes: true,
  name: 'statement-undo',
  summary: 'Undoes the outcome of a line of a bank statement, unless something later depends on it',
  request: z.object({ import: importId, number: lineNumber, preview: previewText }),
  answer: previewed,
});

export const statementDiscard = officeCall({
  ...books,
  changes: true,
  name: 'statement-discard',
  summary: 'Deletes a bank statement if none of its lines were booked or ignored',
  request: z.object({ import: importId }),
  answer: z.object({}),
});

export const statementRunningDays = officeCall({
  ...books,
  changes: true,
  name: 'statement-running-days',
  summary: 'Sets whether lines of a camt.052 are also booked, although their day may not be over',
  request: z.object({ import: importId, on: z.boolean() }),
  answer: z.object({}),
});
