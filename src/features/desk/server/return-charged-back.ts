import { book, chargeBacksOf, entriesOf, reversed } from '#features/ledger/server/public.ts';
import { lockOrder, type OrderRow, paymentsOf } from '#features/orders/server/public.ts';
import { firstPayable } from '#features/payments/domain/spread-money.ts';
import { listAgain, lockReceipt, type MoneyParts, receiveMoney } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { CHARGED_BACK_NOTE, type ChargeBack } from './charge-back.ts';
import { returnedKey } from './charge-back-key.ts';
import { ordersOfReceipt } from './charge-back-store.ts';
import { BANK } from './record-transfer.ts';

/**
 * Reverses a chargeback whose money came back, or that was booked by mistake. Money that had counted for orders counts
 * as if it arrived now, and their tickets are valid again; where that is no longer possible, it goes into suspense.
 * Money that had been in suspense or was booked as a loss is booked back. All of it is booked as a chargeback that was
 * reversed, so that in every sum it is as if nothing had been taken. Call it once for each chargeback.
 */
export async function returnChargedBack(
  tx: Tx,
  { money }: { readonly money: MoneyParts },
  { receiptId, amount, transaction, actor }: Omit<ChargeBack, 'by'>,
  now: Date,
): Promise<void> {
  const orders = new Map<number, OrderRow>();
  for (const id of await ordersOfReceipt(tx, receiptId)) orders.set(id, (await lockOrder(tx, id))!);
  const receipt = (await lockReceipt(tx, receiptId))!;
  const account = receipt.source === BANK ? BANK : (`gateway:${receipt.source}` as const);
  const movement = `${transaction} returned`;
  const note = receipt.note === CHARGED_BACK_NOTE ? '' : receipt.note;
  const affected: string[] = [];
  for (const { key, orderId, isReturned } of await chargeBacksOf(tx, receiptId, transaction)) {
    if (isReturned) continue;
    const entries = await entriesOf(tx, key);
    const counted = entries.find((entry) => entry.account === 'customer')?.amount ?? 0;
    const ledgerKey = returnedKey(key);
    if (counted === 0) {
      const cause = { kind: 'charge_back', orderId, receiptId, movement } as const;
      await book(tx, { ...cause, key: ledgerKey, entries: entries.map(reversed) }, now);
      if (entries.some(({ account: from }) => from.startsWith('suspense'))) await listAgain(tx, receiptId);
      continue;
    }
    const order = orders.get(orderId!)!;
    const payments = await paymentsOf(tx, [order.id]);
    const meant = firstPayable(payments) ?? payments.at(-1)!;
    const booked = { id: receiptId, note, ledgerKey, movement };
    const arrival = { order, paymentId: meant.id, amount: counted, account, receipt: booked } as const;
    const [arrived] = await receiveMoney(tx, money, [arrival], now);
    // A transfer that was too small waits for the rest again.
    if (receipt.attention === 'short' && arrived!.attention === 'short') await listAgain(tx, receiptId);
    affected.push(order.code);
  }
  const details = { receipt: receiptId, transaction, amount };
  for (const subject of affected.length > 0 ? affected : [`receipt ${receiptId}`]) {
    await writeAudit(tx, { actor, action: 'payment.charge_back_returned', subject, details }, now);
  }
}
