import { emailKey } from '#kernel/email.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

export interface AccountFacts {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly country: string | null;
  readonly address: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  readonly logins: readonly { readonly createdAt: string; readonly lastUsedAt: string }[];
}

export const accountFacts = (db: Queryable, email: string): Promise<AccountFacts | undefined> =>
  db.row(
    `select id, email, full_name as "fullName", country, address, created_at as "createdAt",
       coalesce((
         select jsonb_agg(jsonb_build_object('createdAt', created_at, 'lastUsedAt', last_used_at) order by created_at)
         from login_tokens where customer_id = customers.id
       ), '[]') as logins
     from customers
     where email_key = $1`,
    [emailKey(email)],
  );

/** Erases the personal data of a locked account, with its logins and links. Its orders keep the account's id. */
export async function eraseAccount(tx: Tx, customerId: number): Promise<void> {
  await tx.run('delete from login_tokens where customer_id = $1', [customerId]);
  await tx.run('delete from single_use_links where customer_id = $1', [customerId]);
  await tx.run('delete from account_requests where customer_id = $1', [customerId]);
  await tx.run(
    `update customers
     set email = '', email_key = 'erased ' || id, full_name = '', country = null, address = '{}', password_hash = null,
       password_generated = false, password_expires_at = null
     where id = $1`,
    [customerId],
  );
}
