import type { SealedColumn } from '#platform/secrets/reseal.ts';
import { detailsContext } from './sealed-details.ts';

export const sealedBankDetails: SealedColumn = {
  async count(db, prefix) {
    const row = await db.row<{ count: number }>(
      'select count(*) from refunds where bank_sealed is not null and substring(bank_sealed from 1 for length($1::bytea)) <> $1::bytea',
      [prefix],
    );
    return row!.count;
  },
  async lockNext(tx, prefix, afterId, limit) {
    const rows = await tx.rows<{ id: number; code: string; sealed: Buffer }>(
      `select id, code, bank_sealed as sealed
       from refunds
       where id > $2 and bank_sealed is not null and substring(bank_sealed from 1 for length($1::bytea)) <> $1::bytea
       order by id
       limit $3
       for no key update`,
      [prefix, afterId, limit],
    );
    return rows.map(({ id, code, sealed }) => ({ id, sealed, context: detailsContext(code) }));
  },
  async save(tx, id, sealed) {
    await tx.run('update refunds set bank_sealed = $2 where id = $1', [id, sealed]);
  },
};
