import { StartProblem } from '#platform/config/start-problem.ts';
import { isDatabaseUnavailable } from '#platform/db/database-unavailable.ts';

/** Returns what the operator reads when a start fails. */
export function startFailure(error: unknown): string {
  if (error instanceof StartProblem) return error.message;
  if (isDatabaseUnavailable(error) || isDatabaseUnavailable((error as Error)?.cause))
    return `The database became unavailable during startup (${(error as Error).message}). Nothing was left half done: start the shop again.`;
  return (error instanceof Error && error.stack) || String(error);
}
