import type { GatewayMessage, StartedPayment } from '#features/payments/server/gateway.ts';
import { createStripeGateway } from '#features/payments/server/stripe/stripe-gateway.ts';
import { givenStripe } from '../stand-ins/stripe.ts';
import type { IntentObject, RefundObject } from '../stand-ins/stripe-books.ts';
import type { ProviderUnderTest } from './conformance.ts';

/** Opens a stand-in for Stripe. It uses its own clock unless it is given a shop's. */
export async function givenStripeUnderTest(clock?: () => Date): Promise<ProviderUnderTest> {
  let time = new Date('2026-11-20T10:00:00Z').getTime();
  const now = clock ?? (() => new Date(time));
  const stripe = await givenStripe({ clock: now });
  const disputes = new Map<string, ReturnType<typeof stripe.dashboard.disputes>>();
  const sessionOf = ({ gatewayPaymentId }: StartedPayment) => gatewayPaymentId!;
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    gateway: createStripeGateway({ variables: stripe.variables, isProduction: false }),
    now,
    async travel(milliseconds) {
      time += milliseconds;
    },
    pays: async (started) => stripe.buyer.pays(sessionOf(started)),
    // Stripe does not learn that the buyer went back, so the session stays open.
    cancels: async () => {},
    paysLater: async (started) => stripe.buyer.pays(sessionOf(started), 'sepa'),
    confirms: async (started) => stripe.bank.confirms(sessionOf(started)),
    refundArrives: async (refund) => stripe.bank.paysRefund(refund),
    refundFails: async (refund) => stripe.bank.returnsRefund(refund),
    pendingRefundsOf: async (transaction) =>
      stripe.books
        .every<RefundObject>('refund')
        .filter(({ payment_intent: id, status }) => id === transaction && status === 'pending')
        .map(({ id }) => id),
    async operatorRefunds(transaction, amount) {
      stripe.dashboard.refunds(transaction, amount);
    },
    async payerDisputes(transaction, amount) {
      disputes.set(transaction, stripe.dashboard.disputes(transaction, amount).takesMoney());
    },
    async shopWinsDispute(transaction) {
      disputes.get(transaction)!.wins().reinstates();
    },
    async nextCharge(outcome, method) {
      const declines = { declined: 'insufficient_funds', needs_customer: 'authentication_required' } as const;
      stripe.bank.answers(method, outcome === 'paid' ? 'paid' : { decline: declines[outcome] });
    },
    messages: async () =>
      stripe.take().map(
        ({ headers, body }): GatewayMessage => ({
          body: Buffer.from(body),
          headers: Object.fromEntries(headers),
          path: '',
        }),
      ),
    signs: true,
    failsNext: (when) => stripe.next('POST', when === 'before' ? { status: 503 } : { hangUp: 'mid-answer' }),
    taken: async (reference) =>
      sum(
        stripe.books
          .every<IntentObject>('payment_intent')
          .filter(({ metadata }) => metadata.reference === reference)
          .map(({ amount_received: amount }) => amount),
      ),
    returned: async (transaction) =>
      sum(
        stripe.books
          .every<RefundObject>('refund')
          .filter(({ payment_intent: id, status }) => id === transaction && status !== 'failed')
          .map(({ amount }) => amount),
      ),
    async close() {
      await stripe.close();
      if (stripe.breaches.length > 0) throw new Error(stripe.breaches.join('\n'));
    },
  };
}
