import { callerOf, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import type { Matter } from '../domain/matter.ts';
import * as contract from '../office-contract.ts';
import { inboxFor, MOST_OF_A_KIND, type RefundRequest } from './inbox.ts';

export interface OfficeInboxParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<{ readonly currency: string }>;
  /** Gathered from all features. */
  matters(db: Queryable, now: Date): Promise<readonly Matter[]>;
  refundRequests(db: Queryable, most: number): Promise<readonly RefundRequest[]>;
  /** Names of buyers by order code. */
  buyers(db: Queryable, codes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function addInboxCalls(calls: OfficeCallRegistry, parts: OfficeInboxParts): void {
  calls.add(contract.inbox, async (_body, context) => {
    const { currency } = await parts.shop();
    const { session } = callerOf(context);
    return parts.db.read(async (tx) => {
      const open = {
        matters: await parts.matters(tx, context.now),
        requests: await parts.refundRequests(tx, MOST_OF_A_KIND),
      };
      const codes = [
        ...open.matters.flatMap(({ orderCode }) => orderCode ?? []),
        ...open.requests.map(({ orderCode }) => orderCode),
      ];
      const names = await parts.buyers(tx, [...new Set(codes)]);
      return ok(inboxFor(session, open, { names, currency }));
    });
  });
}
