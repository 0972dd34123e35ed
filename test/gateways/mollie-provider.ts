import { expect } from 'vitest';
import type { StartedPayment } from '#features/payments/server/gateway.ts';
import { mollieGateway } from '#features/payments/server/mollie/mollie-gateway.ts';
import { givenMollie } from '../stand-ins/mollie.ts';
import type { Money } from '../stand-ins/mollie-books.ts';
import type { ProviderUnderTest } from './conformance.ts';

/** Opens a stand-in for Mollie. It uses its own clock unless it is given a shop's. */
export async function givenMollieUnderTest(clock?: () => Date): Promise<ProviderUnderTest> {
  let time = new Date('2026-11-20T10:00:00Z').getTime();
  const now = clock ?? (() => new Date(time));
  const mollie = await givenMollie({ clock: now });
  const { apiKey, url, buyer, bank, dashboard } = mollie;
  const idOf = ({ gatewayPaymentId }: StartedPayment) => gatewayPaymentId!;
  const written = (amount: number) => (amount / 100).toFixed(2);
  const cents = ({ value }: Money) => Math.round(Number(value) * 100);
  const chargebacks = new Map<string, string>();
  return {
    gateway: mollieGateway({ apiKey, apiUrl: url, mode: 'test', webhookSecrets: [], methods: null }),
    now,
    async travel(milliseconds) {
      time += milliseconds;
    },
    pays: async (started) => buyer.pays(idOf(started)),
    cancels: async (started) => buyer.cancels(idOf(started)),
    paysLater: async (started) => buyer.paysLater(idOf(started)),
    confirms: async (started) => bank.confirms(idOf(started)),
    refundArrives: async (refund) => bank.returns(refund),
    refundFails: async (refund) => bank.refuses(refund),
    pendingRefundsOf: async (payment) =>
      mollie.refunds
        .filter((one) => one.payment.id === payment && ['queued', 'pending', 'processing'].includes(one.status))
        .map(({ id }) => id),
    operatorRefunds: async (payment, amount) => void dashboard.refunds(payment, written(amount)),
    payerDisputes: async (payment, amount) =>
      void chargebacks.set(payment, dashboard.chargesBack(payment, written(amount))),
    shopWinsDispute: async (payment) => dashboard.reverses(chargebacks.get(payment)!),
    async nextCharge(outcome) {
      mollie.charges({ paid: 'paid', declined: 'card_declined', needs_customer: 'authentication_required' }[outcome]);
    },
    messages: async () =>
      mollie.takeMessages().map(({ payment, url: address }) => ({
        body: Buffer.from(`id=${payment}`),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        path: new URL(address).pathname.replace('/payments/callback/mollie', ''),
      })),
    signs: false,
    failsNext: (when) => mollie.next('POST', { hangUp: when }),
    taken: async (reference) =>
      mollie.payments
        .filter(
          ({ status, fields }) =>
            status === 'paid' && (fields.metadata as { reference: string }).reference === reference,
        )
        .reduce((sum, { amount }) => sum + cents(amount), 0),
    returned: async (payment) =>
      mollie.refunds
        .filter((one) => one.payment.id === payment && one.status !== 'failed' && one.status !== 'canceled')
        .reduce((sum, { amount }) => sum + cents(amount), 0),
    async close() {
      expect(mollie.breaches).toEqual([]);
      await mollie.close();
    },
  };
}
