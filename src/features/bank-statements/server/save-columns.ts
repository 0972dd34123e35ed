import type { Shop } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Queryable } from '#platform/db/db.ts';
import { type CsvLayout, headingsKey, type LayoutMistake, mapOfLayout } from '../domain/csv-columns.ts';
import { canBeHeadings } from '../domain/guess-csv-layout.ts';
import { rememberColumns, rememberedColumns } from './columns-store.ts';
import type { CsvMaps } from './known-csv.ts';
import { accountsOf } from './prepare-import.ts';

interface ColumnChoice {
  readonly names: readonly string[];
  readonly layout: CsvLayout;
  readonly actor: Actor;
}

/** Remembers what the columns of files with these headings mean. Replaces an earlier choice for the same headings. */
export async function saveColumns(
  db: Db,
  { names, layout, actor }: ColumnChoice,
  now: Date,
): Promise<Result<object, LayoutMistake>> {
  // A row of payments must never be stored as headings.
  if (!canBeHeadings(names)) return refuse({ kind: 'no_headings' });
  const map = mapOfLayout(names, layout);
  if (!map.ok) return map;
  await db.transaction(async (tx) => {
    const choice = { headings: headingsKey(names), map: map.value, savedBy: nameOfActor(actor) };
    await rememberColumns(tx, choice, now);
    const details = { columns: names.filter((_, index) => layout.roles[index]) };
    await writeAudit(tx, { actor, action: 'statement.columns_saved', subject: 'statement columns', details }, now);
  });
  return ok({});
}

/** What the shop knows about the columns of its banks. */
export const knownMaps = async (db: Queryable, shop: Shop): Promise<CsvMaps> => ({
  chosen: null,
  remembered: await rememberedColumns(db),
  inFolder: Object.values(shop.private.bankStatements?.csv ?? {}),
  accounts: accountsOf(shop),
});
