import { expect } from 'vitest';
import type { StartedPayment, StartRequest } from '#features/payments/server/gateway.ts';
import { monriGateway } from '#features/payments/server/monri/monri-gateway.ts';
import { givenMonri } from '../stand-ins/monri.ts';
import type { ProviderUnderTest } from './conformance.ts';

/** Opens a stand-in for Monri. It uses its own clock unless it is given a shop's. */
export async function givenMonriUnderTest(clock?: () => Date): Promise<ProviderUnderTest> {
  let time = new Date('2026-11-20T10:00:00Z').getTime();
  const now = clock ?? (() => new Date(time));
  const monri = await givenMonri({ clock: now, webhooks: 'http://127.0.0.1:4000/payments/callback/monri' });
  const { buyer, dashboard, key, token, url } = monri;
  const arrives = async ({ action }: StartedPayment, { reference }: StartRequest): Promise<string> => {
    if ((await buyer.opens(action)) !== 200) throw new Error('Monri refuses the form');
    return reference;
  };
  return {
    gateway: monriGateway({ mode: 'test', keys: [key], token, phone: '+385 1 234 5678', savedCards: 'mit', url }),
    now,
    async travel(milliseconds) {
      time += milliseconds;
    },
    pays: async (...payment) => void buyer.pays(await arrives(...payment)),
    cancels: async (...payment) => buyer.cancels(await arrives(...payment)),
    // There are only card payments, whose money moves at once.
    paysLater: null,
    confirms: null,
    refundArrives: null,
    refundFails: null,
    pendingRefundsOf: null,
    operatorRefunds: async (transaction, amount) => dashboard.refunds(transaction, amount),
    // The bank reports disputes only by letter.
    payerDisputes: null,
    shopWinsDispute: null,
    nextCharge: async (outcome) => monri.charges(outcome === 'paid' ? 'approved' : 'declined'),
    messages: async () =>
      monri.takeMessages().map(({ body }) => ({
        body: Buffer.from(body),
        headers: { 'content-type': 'application/json', authorization: monri.signed(body) },
        path: '',
      })),
    signs: true,
    // Starting a payment makes no call, and a refund that may have failed is never requested again.
    failsNext: null,
    taken: async (reference) =>
      monri.orders
        .filter(({ number, status }) => number === reference && status === 'approved')
        .reduce((sum, { amount }) => sum + amount, 0),
    returned: async (transaction) =>
      monri.orders.filter(({ number }) => number === transaction).reduce((sum, { refunded }) => sum + refunded, 0),
    async close() {
      expect(monri.breaches).toEqual([]);
      await monri.close();
    },
  };
}
