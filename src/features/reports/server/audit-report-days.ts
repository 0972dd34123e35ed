import type { Queryable } from '#platform/db/db.ts';
import { differingSpans } from './day-figures-store.ts';

/** Compares the stored figures with figures added up now. */
export const auditReportDays = async (tx: Queryable): Promise<{ subject: string; finding: string }[]> =>
  (await differingSpans(tx)).map(({ since, table }) => ({
    subject: since.toISOString(),
    finding: `The stored figures from this time on are wrong (${table})`,
  }));
