import { refuse } from '#kernel/result.ts';
import type { Queryable } from './db.ts';

const committed = new WeakSet<object>();

/**
 * Returns a refusal whose transaction commits, because an earlier write must stay, such as the use of a single-use
 * link. Wrapped in another `refuse`, it rolls back like any other.
 */
export function refuseAndCommit<Refusal>(error: Refusal): { ok: false; error: Refusal } {
  const refusal = refuse(error);
  committed.add(refusal);
  return refusal;
}

/** True for refusals (`src/kernel/result.ts`), except those of `refuseAndCommit`. */
export const rollsBack = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false && !committed.has(result);

/** Undoes the writes of a step that throws or refuses; the transaction itself continues. */
export async function inSavepoint<T>(tx: Queryable, step: () => Promise<T>): Promise<T> {
  await tx.run('savepoint step');
  try {
    const result = await step();
    if (rollsBack(result)) await tx.run('rollback to savepoint step');
    await tx.run('release savepoint step');
    return result;
  } catch (error) {
    // Releasing it too matters, because it hides an outer step's savepoint of the same name.
    await tx.run('rollback to savepoint step').catch(() => {});
    await tx.run('release savepoint step').catch(() => {});
    throw error;
  }
}
