import type { Db, Tx } from '#platform/db/db.ts';
import { slicesOf } from '#platform/work/slices.ts';
import {
  changedItems,
  type ImportedEvent,
  type ImportedItem,
  insertNewItems,
  type KnownItem,
  type PlacedItem,
  saveEvents,
  saveKnownItems,
} from './import-catalogue-store.ts';

/** Few, because a buyer of any of these items may have to wait for the complete transaction. */
const ITEMS_PER_TRANSACTION = 100;

interface NewCatalogue {
  readonly events: readonly ImportedEvent[];
  readonly items: readonly ImportedItem[];
}

export interface ImportedCatalogue {
  readonly added: number;
  readonly withdrawn: number;
}

/**
 * Changes and withdraws known items in separate short transactions, so that no sale waits for a large import. Call
 * it before `importCatalogue`, once nothing can be refused any more. If it is interrupted, the next import does the
 * rest. Returns the number of withdrawn items.
 */
export async function changeKnownItems(db: Db, catalogue: NewCatalogue): Promise<number> {
  const items = placed(catalogue);
  const changed = await db.transaction(async (tx) => {
    await saveEvents(tx, catalogue.events);
    return await changedItems(tx, items);
  });
  let withdrawn = 0;
  for (const batch of slicesOf(changed, ITEMS_PER_TRANSACTION)) {
    withdrawn += await db.transaction((tx) => saveKnownItems(tx, batch, itemsOf(items, batch)));
  }
  return withdrawn;
}

/**
 * Writes the remaining differences and adds new items. Items missing from the folder are withdrawn from sale, but kept
 * for their orders.
 */
export async function importCatalogue(tx: Tx, catalogue: NewCatalogue): Promise<ImportedCatalogue> {
  await saveEvents(tx, catalogue.events);
  const items = placed(catalogue);
  const changed = await changedItems(tx, items);
  const withdrawn = changed.length > 0 ? await saveKnownItems(tx, changed, itemsOf(items, changed)) : 0;
  return { added: await insertNewItems(tx, items), withdrawn };
}

const placed = ({ items }: NewCatalogue): PlacedItem[] => items.map((item, position) => ({ ...item, position }));

function itemsOf(items: readonly PlacedItem[], known: readonly KnownItem[]): PlacedItem[] {
  const codes = new Set(known.map(({ externalCode }) => externalCode));
  return items.filter(({ externalCode }) => codes.has(externalCode));
}
