import type { Queryable, Tx } from '#platform/db/db.ts';
import type { LinkPayload } from './single-use-link-store.ts';

export type AccountRequest =
  | { readonly kind: 'register'; readonly email: string; readonly fullName: string; readonly payload: LinkPayload }
  | { readonly kind: 'reset'; readonly email: string }
  /** The customer asked to change the account's address to this one. */
  | { readonly kind: 'email'; readonly email: string; readonly customerId: number }
  /** The account received a ticket or an order, and may have no password yet. */
  | { readonly kind: 'invitation'; readonly email: string; readonly customerId: number };

export async function insertAccountRequest(db: Queryable, request: AccountRequest, now: Date): Promise<void> {
  const isRegister = request.kind === 'register';
  await db.run(
    `insert into account_requests (kind, email, full_name, payload, customer_id, created_at, next_try_at)
     values ($1, $2, $3, $4, $6, $5, $5)`,
    [
      request.kind,
      request.email,
      isRegister ? request.fullName : null,
      JSON.stringify(isRegister ? request.payload : {}),
      now,
      'customerId' in request ? request.customerId : null,
    ],
  );
}

export interface TakenRequest {
  readonly id: number;
  readonly kind: AccountRequest['kind'];
  /** The number of attempts, including this one. Identifies the lease. */
  readonly tries: number;
}

/** Leases the oldest due request, so that no other worker prepares an answer to it. */
export const takeAccountRequest = (db: Queryable, now: Date, leasedUntil: Date): Promise<TakenRequest | undefined> =>
  db.row(
    `update account_requests
     set tries = tries + 1, next_try_at = $2
     where id = (
       select id
       from account_requests
       where next_try_at <= $1
       order by id
       limit 1
       for update skip locked
     )
     returning id, kind, tries`,
    [now, leasedUntil],
  );

/** Locks a request to answer it. Returns undefined if our lease has expired and another process has the request. */
export async function lockAccountRequest(tx: Tx, { id, tries }: TakenRequest): Promise<AccountRequest | undefined> {
  const row = await tx.row<{
    kind: AccountRequest['kind'];
    email: string;
    fullName: string | null;
    payload: LinkPayload;
    customerId: number | null;
  }>(
    `select kind, email, full_name as "fullName", payload, customer_id as "customerId"
     from account_requests
     where id = $1 and tries = $2
     for update`,
    [id, tries],
  );
  if (!row) return undefined;
  const { kind, email, fullName, payload, customerId } = row;
  if (kind === 'register') return { kind, email, fullName: fullName ?? '', payload };
  return kind === 'reset' ? { kind, email } : { kind, email, customerId: customerId! };
}

export async function deleteAccountRequest(db: Queryable, { id, tries }: TakenRequest): Promise<void> {
  await db.run('delete from account_requests where id = $1 and tries = $2', [id, tries]);
}

export async function postponeAccountRequest(
  db: Queryable,
  { id, tries }: TakenRequest,
  nextTryAt: Date,
): Promise<void> {
  await db.run('update account_requests set next_try_at = $3 where id = $1 and tries = $2', [id, tries, nextTryAt]);
}
