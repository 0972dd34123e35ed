import type { SealedColumn, SealedRow } from '#platform/secrets/reseal.ts';

/** The bodies of unsent mails that contain a secret. */
export const sealedBodies: SealedColumn = {
  async count(db, prefix) {
    const row = await db.row<{ count: number }>(
      'select count(*) from mails where sealed is not null and substring(sealed from 1 for length($1::bytea)) <> $1::bytea',
      [prefix],
    );
    return row!.count;
  },
  lockNext: (tx, prefix, afterId, limit) =>
    tx.rows<SealedRow>(
      `select id, sealed, message_id as context
       from mails
       where id > $2 and sealed is not null and substring(sealed from 1 for length($1::bytea)) <> $1::bytea
       order by id
       limit $3
       for no key update`,
      [prefix, afterId, limit],
    ),
  async save(tx, id, sealed) {
    await tx.run('update mails set sealed = $2 where id = $1', [id, sealed]);
  },
};
