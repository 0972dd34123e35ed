import { book, entriesOf, reversed } from '#features/ledger/server/public.ts';
import { lockOrder, paymentsOf } from '#features/orders/server/public.ts';
import { firstPayable } from '#features/payments/domain/spread-money.ts';
import { listAgain, lockReceipt, type MoneyParts, receiveMoney } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { ChargeBack } from './charge-back.ts';
import { chargeBackKey, returnedKey } from './charge-back-key.ts';
import { ordersOfReceipt } from './charge-back-store.ts';
import { BANK } from './record-transfer.ts';

/**
 * Reverses a chargeback whose money came back. Money that had counted for orders counts as if it arrived now, and
 * their tickets are valid again; where that is no longer possible, it goes into suspense. Money that had been in
 * suspense or was booked as a loss is booked back. Call it once for each chargeback, under the locks of the receipt's
 * orders.
 */
export async function returnChargedBack(
  tx: Tx,
  { money }: { readonly money: MoneyParts },
  { receiptId, amount, transaction, actor }: Omit<ChargeBack, 'by'>,
  now: Date,
): Promise<void> {
  const orderIds = await ordersOfReceipt(tx, receiptId);
  const receipt = (await lockReceipt(tx, receiptId))!;
  const keyOf = (part: number | 'rest') => chargeBackKey(receiptId, part, transaction);
  const account = receipt.source === BANK ? BANK : (`gateway:${receipt.source}` as const);
  for (const orderId of orderIds) {
    const entries = await entriesOf(tx, keyOf(orderId));
    const counted = entries.find((entry) => entry.account === 'customer')?.amount ?? 0;
    if (counted === 0) continue;
    const order = (await lockOrder(tx, orderId))!;
    const payments = await paymentsOf(tx, [orderId]);
    const meant = firstPayable(payments) ?? payments.at(-1)!;
    const arrival = {
      order,
      paymentId: meant.id,
      amount: counted,
      account,
      receipt: { id: receiptId, note: `Returned by ${receipt.source}.`, ledgerKey: returnedKey(keyOf(orderId)) },
    } as const;
    await receiveMoney(tx, money, [arrival], now);
  }
  const rest = await entriesOf(tx, keyOf('rest'));
  const cause = {
    kind: 'charge_back',
    orderId: receipt.orderId,
    receiptId,
    movement: `${transaction} returned`,
  } as const;
  await book(tx, { ...cause, key: returnedKey(keyOf('rest')), entries: rest.map(reversed) }, now);
  if (rest.some(({ account: from }) => from.startsWith('suspense'))) await listAgain(tx, receiptId);
  const details = { receipt: receiptId, transaction, amount };
  await writeAudit(
    tx,
    { actor, action: 'payment.charge_back_returned', subject: `receipt ${receiptId}`, details },
    now,
  );
}
