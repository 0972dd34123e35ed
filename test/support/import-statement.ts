import {
  type BookedLine,
  type BookRefusal,
  bookLine,
  type ImportLine,
  matchImport,
  NO_CSV_MAPS,
  numberLines,
  payerDigest,
  readStatements,
} from '#features/bank-statements/server/public.ts';
import { type CamtEntry, camtOf } from '#features/bank-statements/testing.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { type Operator, operatorOf } from './operator.ts';
import type { ShopApp } from './shop-app.ts';

const payerOf = payerDigest(Buffer.alloc(32, 3));

export type Imported = { readonly line: ImportLine } & (BookedLine | BookRefusal);

/**
 * Reads one file with these entries and books what is certain, without keeping the import; with `acceptsMisfits` also
 * lines that name an order but not the amount that it expects.
 */
export async function importStatement(
  app: ShopApp,
  entries: readonly CamtEntry[],
  {
    now = app.clock.now(),
    takesRunningDays = false,
    acceptsMisfits = false,
    operator = operatorOf(app),
  }: { now?: Date; takesRunningDays?: boolean; acceptsMisfits?: boolean; operator?: Operator } = {},
): Promise<Imported[]> {
  const shop = await loadShop(app.db);
  const bytes = Buffer.from(camtOf(entries));
  const read = readStatements([{ name: 'statement.xml', bytes }], { csv: NO_CSV_MAPS, currency: 'EUR' });
  if (!read.ok) throw new Error(read.error.kind);
  const numbered = numberLines({ shop, payerOf }, read.value);
  if (!numbered.ok) throw new Error(numbered.error.kind);
  const { lines, statements } = numbered.value;
  const options = { statements: statements.map(({ statement }) => statement), takesRunningDays };
  const { public: settings } = shop;
  const parts = {
    ...{ db: app.db, money: operator.parts.money, refunds: operator.parts.refunds },
    ...{ currency: settings.currency, timezone: settings.timezone },
  };
  const results: Imported[] = [];
  for (const line of await matchImport(app.db, shop, lines, options, now)) {
    const booking = { decision: { kind: 'as_matched' }, actor: commandLine('tester') } as const;
    const { match } = line;
    const isMisfit = match.kind === 'likely' && (match.why === 'other_amount' || match.why === 'not_expected');
    const isBooked = match.kind !== 'likely' || (acceptsMisfits && isMisfit);
    const booked = isBooked ? await bookLine(parts, line, booking, now) : null;
    results.push({
      line,
      ...(booked === null ? { kind: 'nothing_to_book' } : booked.ok ? booked.value : booked.error),
    });
  }
  return results;
}
