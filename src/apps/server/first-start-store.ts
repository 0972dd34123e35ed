import type { Tx } from '#platform/db/db.ts';

/** Whether this process may load the first shop; false while another one does. */
export async function mayLoadShop(tx: Tx): Promise<boolean> {
  // The caller polls, because a statement waiting for the lock would look like a silent database.
  const lock = await tx.row<{ isOurs: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('first-shop')) as "isOurs"`,
  );
  return lock!.isOurs;
}

/** Lets the statements of this transaction run for as long as they need. */
export const removeTimeLimits = (tx: Tx): Promise<number> =>
  tx.run(
    `select set_config(name, '0', true)
     from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as name`,
  );

/** Locks the making of demo orders. A second process that starts meanwhile waits here, and then finds the orders. */
export async function lockDemoOrders(tx: Tx): Promise<void> {
  // This connection only holds the lock while others do the work.
  await tx.run('set local idle_in_transaction_session_timeout = 0');
  await tx.run(`select pg_advisory_xact_lock(hashtext('demo-orders'))`);
}

export const isAnyOrder = async (tx: Tx): Promise<boolean> =>
  (await tx.row('select 1 from orders limit 1')) !== undefined;
