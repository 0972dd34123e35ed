import type { Queryable } from '#platform/db/db.ts';
import { differingDays } from './day-figures-store.ts';

/** Compares the stored figures of days with figures added up now. */
export const auditReportDays = async (tx: Queryable): Promise<{ subject: string; finding: string }[]> =>
  (await differingDays(tx)).map(({ since, table }) => ({
    subject: since.toISOString(),
    finding: `The stored figures of the day that began at this time are wrong (${table})`,
  }));
