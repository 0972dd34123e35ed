import { bookProviderRefund, reverseProviderRefund } from '#features/desk/server/public.ts';
import { type FactOutcome, type MoneyParts, receiptByTransaction } from '#features/payments/server/public.ts';
import {
  applyRefundFact,
  type RefundFact,
  type RefundParts,
  takeBackRequests,
} from '#features/refunds/server/public.ts';
import { minor } from '#kernel/money.ts';

/**
 * Handles what gateways report about refunds. One made on a provider's page is booked as money that was taken back, so
 * its order gets the status `problem`, which the operator settles; if the refund fails later, that is reversed.
 */
export const refundFacts =
  (refunds: RefundParts, money: MoneyParts, currency: () => Promise<string>) =>
  async (gateway: string, fact: RefundFact, now: Date): Promise<FactOutcome> => {
    if (await applyRefundFact(refunds, gateway, fact, now)) return 'applied';
    const { status } = fact.update;
    if (status !== 'done' && status !== 'failed') return 'applied';
    const { db } = refunds;
    const receipt = await receiptByTransaction(db, gateway, fact.transaction);
    if (!receipt) return status === 'done' ? 'early' : 'applied';
    if (fact.currency !== receipt.currency) {
      throw new Error(
        `The refund ${fact.id} at ${gateway} is in ${fact.currency}, and its payment in ${receipt.currency}`,
      );
    }
    const actor = { kind: 'gateway', name: gateway } as const;
    const refund = { receiptId: receipt.id, amount: minor(fact.amount), transaction: fact.id, actor };
    if (status === 'failed') {
      await reverseProviderRefund({ db, money }, refund, now);
      return 'applied';
    }
    const booked = await bookProviderRefund({ db, currency: await currency(), takeBackRequests }, refund, now);
    if (!booked.ok && booked.error.kind !== 'booked_before') {
      throw new Error(`The refund ${fact.id} at ${gateway} cannot be booked: ${booked.error.kind}`);
    }
    return 'applied';
  };
