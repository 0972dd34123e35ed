import type { Queryable, Tx } from '#platform/db/db.ts';

/** Stores an invitation. An earlier link of the person stops working. */
export async function replaceInvite(
  tx: Tx,
  invite: { readonly staffId: number; readonly tokenHash: Buffer; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.run(
    `insert into staff_invites (staff_id, token_hash, invited_at, expires_at) values ($1, $2, $3, $4)
     on conflict (staff_id) do update
       set token_hash = excluded.token_hash, invited_at = excluded.invited_at, expires_at = excluded.expires_at`,
    [invite.staffId, invite.tokenHash, now, invite.expiresAt],
  );
}

/** Returns the invitation; undefined if it has expired or its person is suspended. */
export const findInvite = (
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<{ staffId: number; expiresAt: Date } | undefined> =>
  db.row(
    `select staff_id as "staffId", expires_at as "expiresAt"
     from staff_invites
     join staff on staff.id = staff_id
     where token_hash = $1 and expires_at > $2 and suspended_at is null`,
    [tokenHash, now],
  );

export const deleteInvite = async (tx: Tx, staffId: number): Promise<boolean> =>
  (await tx.run('delete from staff_invites where staff_id = $1', [staffId])) === 1;
