import { afterAll, beforeAll, expect, test } from 'vitest';
import { book } from '#features/ledger/server/public.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { applyPayout } from './apply-payout.ts';
import { auditPayouts, overpaidGateways } from './audit-payouts-store.ts';

const NOW = new Date('2027-07-12T09:00:00Z');
const parts = { charges: 1_000, refunds: 0, disputes: 0, fees: -40, failedBefore: 0, other: 0 };
const fact = {
  about: 'payout',
  id: 'po:1',
  state: 'paid',
  reason: '',
  amount: 960,
  currency: 'EUR',
  arrivesOn: '2027-07-14',
  statement: 'STRIPE 1',
  parts,
} as const;

let database: TestDatabase;
const apply = (gateway: string, change: Partial<Parameters<typeof applyPayout>[2]> = {}) =>
  applyPayout({ db: database.db, currency: async () => 'EUR' }, gateway, { ...fact, ...change }, NOW);
const audited = async () => (await auditPayouts(database.db)).map(({ subject, finding }) => `${subject}: ${finding}`);

beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database?.drop());

test('the audit accepts payouts of different gateways with the same id, one of them booked back', async () => {
  await apply('stripe');
  await apply('mollie', { amount: 500, parts: 'never' });
  await apply('mollie', { amount: 500, parts: 'never', state: 'failed', reason: 'closed' });
  expect(await audited()).toEqual([]);
});

test('a gateway that paid out more than its balance in the ledger is listed with the difference', async () => {
  expect(await overpaidGateways(database.db)).toEqual([{ gateway: 'stripe', amount: 1_000 }]);
});

test('the audit lists a payout that differs from its bookings, with both amounts', async () => {
  await database.db.run(`update payouts set amount = 970 where gateway = 'stripe'`);
  expect(await audited()).toEqual([
    'stripe po:1: The payout differs from its bookings: 970 paid, booked 960 at the bank, 40 as fees',
  ]);
  await database.db.run(`update payouts set amount = 960 where gateway = 'stripe'`);
});

test('the audit lists a booking for an unknown payout by its key', async () => {
  const entries = [
    { account: 'gateway:stripe', amount: -50 },
    { account: 'bank', amount: 50 },
  ] as const;
  await database.db.transaction((tx) =>
    book(tx, { kind: 'payout', key: 'payout:stripe:po:2', orderId: null, movement: 'po:2', entries }, NOW),
  );
  expect(await audited()).toEqual([
    'payout:stripe:po:2: The payout differs from its bookings: 0 unknown, booked 50 at the bank, 0 as fees',
  ]);
});
