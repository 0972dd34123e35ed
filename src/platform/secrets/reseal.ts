import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import type { Sealer } from './sealer.ts';

export interface SealedRow {
  readonly id: number;
  readonly sealed: Buffer;
  /** See `Sealer.seal`. */
  readonly context: string;
}

/** How a feature's store accesses a column of sealed texts. Texts sealed under the current key start with `prefix`. */
export interface SealedColumn {
  /** Counts the texts that are not sealed under the current key. */
  count(db: Queryable, prefix: Buffer): Promise<number>;
  /** Locks the next rows after an id that are not sealed under the current key. */
  lockNext(tx: Tx, prefix: Buffer, afterId: number, limit: number): Promise<SealedRow[]>;
  save(tx: Tx, id: number, sealed: Buffer): Promise<void>;
}

const AT_ONCE = 100;

/**
 * Reseals everything that is not under the current key, a hundred rows per transaction, while the shop runs. Texts that
 * none of the keys open stay as they are and are counted.
 */
export async function reseal(
  db: Db,
  column: SealedColumn,
  sealer: Sealer,
): Promise<{ resealed: number; unreadable: number }> {
  const done = { resealed: 0, unreadable: 0 };
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const from: number = afterId;
    afterId = await db.transaction(async (tx) => {
      const rows = await column.lockNext(tx, sealer.currentPrefix, from, AT_ONCE);
      for (const row of rows) {
        const sealed = sealAgain(sealer, row);
        if (sealed) await column.save(tx, row.id, sealed);
        done[sealed ? 'resealed' : 'unreadable'] += 1;
      }
      return rows.at(-1)?.id;
    });
  }
  return done;
}

function sealAgain(sealer: Sealer, { sealed, context }: SealedRow): Buffer | null {
  try {
    return sealer.seal(sealer.open(sealed, context), context);
  } catch {
    return null;
  }
}
