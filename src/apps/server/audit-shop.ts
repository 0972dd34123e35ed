import { auditMoney } from '#features/desk/server/public.ts';
import { auditInvoices } from '#features/invoices/server/public.ts';
import { auditPayouts, overpaidGateways } from '#features/payouts/server/public.ts';
import { auditTransferFiles } from '#features/refunds/server/public.ts';
import { auditReportDays } from '#features/reports/server/public.ts';
import { recountStock } from '#features/stock/server/public.ts';
import { miscountedVouchers } from '#features/vouchers/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { countRows } from './audit-shop-store.ts';
import { openMatterLines } from './open-matters.ts';

export interface ShopAudit {
  /** How many rows of each kind were checked, by name. */
  checked: Record<string, number>;
  /** Contradictions; empty if all is well. */
  findings: string[];
  /** Facts that are consistent but need a person. */
  attention: string[];
}

/**
 * Recounts stock, money, documents, vouchers and report days from their rows, in one snapshot, so that a busy shop can
 * be audited too. Changes nothing. Compares `gateway`, which takes new payments, with the gateway that the shop folder
 * names.
 */
export async function auditShop(db: Db, now: Date, gateway?: string): Promise<ShopAudit> {
  return db.transaction(async (tx) => {
    await tx.run('set transaction isolation level repeatable read, read only');
    const checked = await countRows(tx);
    const stock = await recountStock(tx, now);
    const money = await auditMoney(tx);
    const invoices = await auditInvoices(tx);
    const payouts = await auditPayouts(tx);
    const files = await auditTransferFiles(tx);
    const overpaid = await overpaidGateways(tx);
    const vouchers = await miscountedVouchers(tx);
    const days = await auditReportDays(tx);
    return {
      checked,
      findings: [
        ...stock.map(({ kind, subject, found, counted }) => `stock ${subject} (${kind}): ${found}, counted ${counted}`),
        ...money.findings.map(({ subject, finding }) => `money ${subject}: ${finding}`),
        ...payouts.map(({ subject, finding }) => `payouts ${subject}: ${finding}`),
        ...files.map(({ subject, finding }) => `refund files ${subject}: ${finding}`),
        ...invoices.map(({ subject, finding }) => `invoices ${subject}: ${finding}`),
        ...vouchers.map(({ code, uses, counted }) => `voucher ${code}: ${uses} uses, counted ${counted}`),
        ...days.map(({ subject, finding }) => `reports ${subject}: ${finding}`),
      ],
      attention: [
        ...(await openMatterLines(tx, now, gateway)),
        ...overpaid.map(
          (one) =>
            `${one.gateway} has paid out ${one.amount} (minor units) more than the ledger has there: did it take payments outside this shop?`,
        ),
      ],
    };
  });
}
