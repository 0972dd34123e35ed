import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#platform/db/db.ts';
import type { MailAction } from '../domain/why-mail-left-out.ts';
import { insertRun } from './bulk-store.ts';
import { insertMailsOfRun, type MailOfRun } from './mail-runs-store.ts';

/**
 * Records an action for many mails that was done in the same transaction, so that a page can show what became of each.
 * Returns the id of the run.
 */
export async function recordMailRun(
  tx: Tx,
  {
    action,
    actor,
    mails,
  }: {
    readonly action: MailAction;
    readonly actor: Extract<Actor, { kind: 'staff' }>;
    readonly mails: readonly MailOfRun[];
  },
  now: Date,
): Promise<number> {
  const by = { staffId: actor.id, sessionId: actor.sessionId, actor: actor.name };
  const run = await insertRun(tx, { action, reason: '', ...by }, now);
  await insertMailsOfRun(tx, run, mails);
  return run;
}
