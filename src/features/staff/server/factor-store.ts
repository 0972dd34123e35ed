import type { Queryable, Tx } from '#platform/db/db.ts';
import type { SealedColumn } from '#platform/secrets/reseal.ts';

export interface PasskeyRow {
  readonly id: number;
  readonly staffId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly rpId: string;
  readonly name: string;
  readonly isSynced: boolean;
  readonly addedAt: Date;
  readonly lastUsedAt: Date | null;
  readonly counterWentBackAt: Date | null;
}

const PASSKEY = `id, staff_id as "staffId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
  rp_id as "rpId", name, is_synced as "isSynced", added_at as "addedAt", last_used_at as "lastUsedAt",
  counter_went_back_at as "counterWentBackAt"`;

export const passkeysOf = (db: Queryable, staffId: number): Promise<PasskeyRow[]> =>
  db.rows(`select ${PASSKEY} from staff_passkeys where staff_id = $1 order by id`, [staffId]);

export const findPasskey = (db: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  db.row(`select ${PASSKEY} from staff_passkeys where credential_id = $1`, [credentialId]);

/** Adds a passkey. False if this person or another already has it. */
export async function insertPasskey(
  tx: Tx,
  key: Pick<
    PasskeyRow,
    'staffId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId' | 'name' | 'isSynced'
  >,
  now: Date,
): Promise<boolean> {
  const count = await tx.run(
    `insert into staff_passkeys
       (staff_id, credential_id, public_key, counter, transports, rp_id, name, is_synced, added_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (credential_id) do nothing`,
    [key.staffId, key.credentialId, key.publicKey, key.counter, key.transports, key.rpId, key.name, key.isSynced, now],
  );
  return count === 1;
}

export async function notePasskeyUse(
  tx: Tx,
  use: { readonly id: number; readonly counter: number; readonly wentBack: boolean; readonly isSynced: boolean },
  now: Date,
): Promise<void> {
  await tx.run(
    `update staff_passkeys
     set counter = greatest(counter, $2), last_used_at = $5, is_synced = $4,
       counter_went_back_at = case when $3 then $5 else counter_went_back_at end
     where id = $1`,
    [use.id, use.counter, use.wentBack, use.isSynced, now],
  );
}

export const deletePasskey = (tx: Tx, staffId: number, id: number): Promise<{ name: string } | undefined> =>
  tx.row('delete from staff_passkeys where staff_id = $1 and id = $2 returning name', [staffId, id]);

export interface CodeAppRow {
  readonly sealed: Buffer | null;
  readonly addedAt: Date | null;
  readonly pendingSealed: Buffer | null;
  readonly pendingSince: Date | null;
}

export const codeAppOf = (db: Queryable, staffId: number): Promise<CodeAppRow | undefined> =>
  db.row(
    `select sealed, added_at as "addedAt", pending_sealed as "pendingSealed", pending_since as "pendingSince"
     from staff_totp where staff_id = $1`,
    [staffId],
  );

export async function savePendingCodeApp(tx: Tx, staffId: number, sealed: Buffer, now: Date): Promise<void> {
  await tx.run(
    `insert into staff_totp (staff_id, pending_sealed, pending_since) values ($1, $2, $3)
     on conflict (staff_id) do update
       set pending_sealed = excluded.pending_sealed, pending_since = excluded.pending_since`,
    [staffId, sealed, now],
  );
}

/** Replaces an earlier secret with the pending one. `step` was used by its first code. */
export async function confirmCodeApp(tx: Tx, staffId: number, step: number, now: Date): Promise<void> {
  await tx.run(
    `update staff_totp
     set sealed = pending_sealed, added_at = $3, last_step = $2, pending_sealed = null, pending_since = null
     where staff_id = $1 and pending_sealed is not null`,
    [staffId, step, now],
  );
}

/** Spends a step of the code app. False if a code of this step or a later one was used before. */
export const spendStep = async (db: Queryable, staffId: number, step: number): Promise<boolean> =>
  (await db.run('update staff_totp set last_step = $2 where staff_id = $1 and last_step < $2 and sealed is not null', [
    staffId,
    step,
  ])) === 1;

export const deleteCodeApp = async (tx: Tx, staffId: number): Promise<boolean> =>
  (await tx.run('delete from staff_totp where staff_id = $1', [staffId])) === 1;

/** Deletes secrets that nobody confirmed in time. */
export async function forgetPendingCodeApps(db: Queryable, begunBefore: Date): Promise<number> {
  return await db.run(
    `with dropped as (delete from staff_totp where pending_since < $1 and sealed is null returning 1)
     update staff_totp set pending_sealed = null, pending_since = null where pending_since < $1 and sealed is not null`,
    [begunBefore],
  );
}

export async function replaceRecoveryCodes(tx: Tx, staffId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.run('delete from staff_recovery_codes where staff_id = $1', [staffId]);
  await tx.run('insert into staff_recovery_codes (staff_id, code_hash) select $1, unnest($2::bytea[])', [
    staffId,
    hashes,
  ]);
}

/** Spends a recovery code. False if there is no such code, or it was used. */
export const spendRecoveryCode = async (db: Queryable, staffId: number, hash: Buffer, now: Date): Promise<boolean> =>
  (await db.run(
    'update staff_recovery_codes set used_at = $3 where staff_id = $1 and code_hash = $2 and used_at is null',
    [staffId, hash, now],
  )) === 1;

export async function recoveryCodesLeft(db: Queryable, staffId: number): Promise<number> {
  const row = await db.row<{ left: number }>(
    'select count(*) as left from staff_recovery_codes where staff_id = $1 and used_at is null',
    [staffId],
  );
  return row!.left;
}

/** Deletes passkeys, code app and recovery codes. */
export async function deleteFactors(tx: Tx, staffId: number): Promise<void> {
  await tx.run('delete from staff_passkeys where staff_id = $1', [staffId]);
  await tx.run('delete from staff_totp where staff_id = $1', [staffId]);
  await tx.run('delete from staff_recovery_codes where staff_id = $1', [staffId]);
}

export type ChallengePurpose = 'login' | 'add' | 'step-up';

export async function insertChallenge(
  db: Queryable,
  challenge: {
    readonly hash: Buffer;
    readonly purpose: ChallengePurpose;
    readonly sessionId: number | null;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.run(
    'insert into webauthn_challenges (challenge_hash, purpose, session_id, expires_at) values ($1, $2, $3, $4)',
    [challenge.hash, challenge.purpose, challenge.sessionId, challenge.expiresAt],
  );
}

/** Works once: afterwards the challenge is gone, whether or not the answer is right. */
export const takeChallenge = async (
  db: Queryable,
  wanted: { readonly hash: Buffer; readonly purpose: ChallengePurpose; readonly sessionId: number | null },
  now: Date,
): Promise<boolean> =>
  (await db.run(
    `delete from webauthn_challenges
     where challenge_hash = $1 and purpose = $2 and session_id is not distinct from $3 and expires_at > $4`,
    [wanted.hash, wanted.purpose, wanted.sessionId, now],
  )) === 1;

export const deleteOldChallenges = (db: Queryable, now: Date): Promise<number> =>
  db.run(
    `delete from webauthn_challenges where challenge_hash = any(array(
         select challenge_hash from webauthn_challenges where expires_at <= $1 limit 1000))`,
    [now],
  );

/** Counts the passkeys that were made for another host and therefore cannot be used. */
export async function passkeysOfOtherHosts(db: Queryable, rpId: string): Promise<number> {
  const row = await db.row<{ count: number }>('select count(*) from staff_passkeys where rp_id <> $1', [rpId]);
  return row!.count;
}

export const sealContext = (staffId: number): string => `staff:${staffId}`;

const NOT_CURRENT = 'sealed is not null and substring(sealed from 1 for length($1::bytea)) <> $1::bytea';

export const sealedCodeApps: SealedColumn = {
  async count(db, prefix) {
    const row = await db.row<{ count: number }>(`select count(*) from staff_totp where ${NOT_CURRENT}`, [prefix]);
    return row!.count;
  },
  async lockNext(tx, prefix, afterId, limit) {
    const rows = await tx.rows<{ id: number; sealed: Buffer }>(
      `select staff_id as id, sealed from staff_totp
       where staff_id > $2 and ${NOT_CURRENT}
       order by staff_id limit $3
       for no key update`,
      [prefix, afterId, limit],
    );
    return rows.map(({ id, sealed }) => ({ id, sealed, context: sealContext(id) }));
  },
  async save(tx, id, sealed) {
    await tx.run('update staff_totp set sealed = $2 where staff_id = $1', [id, sealed]);
  },
};
