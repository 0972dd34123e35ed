import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import type { Language } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { invalidFields, notFound } from '#platform/http/refusal.ts';
import type { CsvLayout } from '../domain/csv-columns.ts';
import { MAX_OFFICE_BYTES } from '../domain/max-office-bytes.ts';
import type { Statement } from '../domain/statement.ts';
import * as contract from '../office-contract.ts';
import type { CsvForm } from './csv-file.ts';
import { type ChosenLayout, inspectCsv } from './inspect-csv.ts';
import { stopText } from './match-words.ts';
import { catchFileProblems, csvFilesAmong } from './read-statements.ts';
import { knownMaps, saveColumns } from './save-columns.ts';
import { balanceRefusal, fileRefusal, layoutWords, tooLarge } from './statement-refusals.ts';
import { isBalanceRefusal, readAndStore } from './store-import.ts';

const MAX_LINES = 8;
const MAX_REASONS = 5;
const MAX_CELL_LENGTH = 120;

export interface ReadingParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
  /** A keyed digest of a payer's IBAN. */
  payerOf(iban: string): Buffer;
}

/** The calls that read files, and the calls for the columns of a CSV. */
export function addReadingCalls(calls: OfficeCallRegistry, parts: ReadingParts): void {
  const { db, loadShop } = parts;

  calls.add(contract.statementRead, async ({ files: sent, asks_columns: asksColumns }, context) => {
    const shop = await loadShop(db);
    const files = unpackFiles(sent);
    if (!files) return refuse(tooLarge(sent));
    if (asksColumns) {
      const csv = catchFileProblems(() => ok(csvFilesAmong(files)));
      if (!csv.ok) return refuse(fileRefusal(csv.error));
      const [first] = csv.value;
      if (first) return ok({ import: null, is_known: false, columns_of: first.name });
    }
    const request = {
      files,
      csv: await knownMaps(db, shop),
      currency: shop.public.currency,
      takesRunningDays: false,
      actor: callerOf(context).actor,
    };
    const result = await readAndStore({ ...parts, shop }, request, context.now);
    if (result.ok) return ok({ import: result.value.id, is_known: result.value.isKnown, columns_of: null });
    if (result.error.kind === 'unknown_columns') {
      return ok({ import: null, is_known: false, columns_of: result.error.file });
    }
    return refuse(isBalanceRefusal(result.error) ? balanceRefusal(result.error, shop) : fileRefusal(result.error));
  });

  calls.add(contract.statementColumns, async ({ files: sent, file, form, meaning }, { language }) => {
    const shop = await loadShop(db);
    const files = unpackFiles(sent);
    if (!files) return refuse(tooLarge(sent));
    const inspected = catchFileProblems(() => {
      const found = csvFilesAmong(files).find(({ name }) => name === file);
      return ok(found ? inspectCsv(found, shop, form && chosenOf(form, meaning)) : null);
    });
    if (!inspected.ok) return refuse(fileRefusal(inspected.error));
    if (!inspected.value) return refuse(notFound);
    const { names, layout, sample, directions, read } = inspected.value;
    const { charset, separator, skipLines, decimal, dates, out, in: into, roles } = layout;
    const lines = read.ok ? linesOf(read.value.statements, language) : [];
    const reasons = lines.flatMap(({ why }) => why ?? []);
    return ok({
      names: names.map(cut),
      rows: sample.map((row) => names.map((_, index) => cut(row[index] ?? ''))),
      form: { charset, separator, skip_lines: skipLines },
      meaning: { decimal, dates, out, in: into ?? null, roles: [...roles] },
      directions: directions.map(cut),
      problem: read.ok ? null : language.translate(layoutWords[read.error.kind]),
      lines: lines.slice(0, MAX_LINES),
      count: lines.length,
      unreadable: reasons.length,
      reasons: reasons.slice(0, MAX_REASONS),
    });
  });

  calls.add(contract.statementColumnsSave, async ({ names, form, meaning }, context) => {
    const { actor } = callerOf(context);
    const result = await saveColumns(db, { names, layout: layoutOf(form, meaning), actor }, context.now);
    if (result.ok) return ok({});
    return refuse(invalidFields([{ field: 'columns', message: layoutWords[result.error.kind] }]));
  });
}

/** Null if the files are too large. */
function unpackFiles(sent: readonly { readonly name: string; readonly content: string }[]) {
  const files = sent.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }));
  return files.reduce((all, { bytes }) => all + bytes.length, 0) > MAX_OFFICE_BYTES ? null : files;
}

type FormOnWire = Omit<CsvForm, 'skipLines'> & { readonly skip_lines: number };
type MeaningOnWire = Pick<CsvLayout, 'decimal' | 'dates' | 'out' | 'in' | 'roles'>;

const chosenOf = (form: FormOnWire, meaning: MeaningOnWire | null): ChosenLayout =>
  meaning ? layoutOf(form, meaning) : { charset: form.charset, separator: form.separator, skipLines: form.skip_lines };

const layoutOf = ({ skip_lines: skipLines, ...form }: FormOnWire, meaning: MeaningOnWire): CsvLayout => ({
  ...form,
  skipLines,
  ...meaning,
});

const cut = (cell: string): string => {
  const shown = cell.trim();
  return shown.length > MAX_CELL_LENGTH ? `${shown.slice(0, MAX_CELL_LENGTH - 1)}…` : shown;
};

const linesOf = (statements: readonly Statement[], language: Language) =>
  statements.flatMap(({ lines }) =>
    lines.map((line) =>
      line.kind === 'line'
        ? {
            day: line.bookedOn,
            amount: line.direction === 'out' ? -line.amount : line.amount,
            currency: line.currency,
            party: cut(line.party.name ?? ''),
            iban: line.party.iban ?? '',
            text: cut(line.text),
            why: null,
          }
        : {
            ...{ day: line.bookedOn, amount: null, currency: null, party: '', iban: '', text: cut(line.text) },
            why: stopText(language, line),
          },
    ),
  );
