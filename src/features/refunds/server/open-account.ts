import { type AuditPrivate, writeAudits } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { BankDetails } from '../domain/bank-details.ts';
import type { RefundParts } from './refund-parts.ts';
import { refundByCode } from './refund-store.ts';
import { readableDetails } from './sealed-details.ts';

export interface OpenedAccount {
  readonly code: string;
  readonly details: BankDetails;
}

/** Opens the bank details of refunds, and records who saw each. Those that are erased or unreadable are left out. */
export async function openAccounts(
  parts: Pick<RefundParts, 'db' | 'sealer'>,
  request: { readonly codes: readonly string[]; readonly actor: Actor; readonly private?: AuditPrivate },
  now: Date,
): Promise<OpenedAccount[]> {
  return await parts.db.transaction(async (tx) => {
    const opened: OpenedAccount[] = [];
    for (const code of request.codes) {
      const refund = await refundByCode(tx, code);
      const details = refund && readableDetails(parts.sealer, refund);
      if (refund && details) opened.push({ code: refund.code, details });
    }
    const from = request.private ? { private: request.private } : {};
    const entries = opened.map(({ code }) => ({
      actor: request.actor,
      action: 'refund.bank_details_seen' as const,
      subject: code,
      ...from,
    }));
    if (entries.length > 0) await writeAudits(tx, entries, now);
    return opened;
  });
}
