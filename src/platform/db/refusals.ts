import { refuse } from '#kernel/result.ts';
import type { Queryable } from './db.ts';

const committed = new WeakSet<object>();

/**
 * A refusal whose transaction commits nevertheless, because something that was written before it has to stay, such as a link that is
 * used up. Wrapped in another `refuse` it rolls back like any other.
 */
export function refuseAndCommit<Refusal>(error: Refusal): { ok: false; error: Refusal } {
  const refusal = refuse(error);
  committed.add(refusal);
  return refusal;
}

/** Whether work that ended with this result leaves nothing behind: it is a refusal (`src/kernel/result.ts`), and a plain one. */
export const rollsBack = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false && !committed.has(result);

/** One step of an open transaction, which goes on after it: what the step wrote is undone when it throws or its result is a refusal. */
export async function inSavepoint<T>(tx: Queryable, step: () => Promise<T>): Promise<T> {
  await tx.run('savepoint step');
  try {
    const result = await step();
    if (rollsBack(result)) await tx.run('rollback to savepoint step');
    await tx.run('release savepoint step');
    return result;
  } catch (error) {
    // Released too: an outer step has a savepoint of the same name, which this one hides.
    await tx.run('rollback to savepoint step').catch(() => {});
    await tx.run('release savepoint step').catch(() => {});
    throw error;
  }
}
