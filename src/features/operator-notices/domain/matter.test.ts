import { expect, test } from 'vitest';
import { isUrgent, type Matter, matterText } from './matter.ts';

const money = (sum?: { amount: number; currency: string | null }) => `${sum?.amount} ${sum?.currency ?? 'shop'}`;
const since = new Date('2030-05-01T10:00:00Z');
const receipt = (details: object): Matter => ({
  kind: 'money_to_settle',
  key: 'receipt:7',
  since,
  sum: { amount: 6000, currency: 'EUR' },
  orderCode: 'ABC',
  receiptId: 7,
  details: {
    source: 'sandbox',
    transaction: 'tx1',
    attention: 'over',
    words: 'twice',
    waiting: 6000,
    missing: 0,
    returnAt: null,
    returnStatus: null,
    returnReason: null,
    ...details,
  },
});

test('the line about money has its reason, its order and its return', () => {
  expect(matterText(receipt({ returnAt: since }), money)).toBe(
    'money to settle: sandbox tx1: 6000 EUR is an overpayment, twice, order ABC, goes back to the card at 2030-05-01T10:00Z',
  );
});

test('the line about a transfer leaves out the payer’s text', () => {
  expect(matterText(receipt({ source: 'bank' }), money)).toBe(
    'money to settle: bank tx1: 6000 EUR is an overpayment, order ABC',
  );
});

test('the line about a dispute has its deadline, if there is one, and what was refunded', () => {
  const dispute = (answerBy: Date | null, refunded = 0): Matter => ({
    kind: 'dispute',
    key: 'dispute:1',
    since,
    sum: { amount: 50, currency: null },
    orderCode: null,
    details: { gateway: 'stripe', disputeId: 'd1', answerBy, refunded },
  });
  expect(matterText(dispute(since), money)).toBe('dispute d1 of stripe: 50 shop, answer by 2030-05-01');
  expect(matterText(dispute(null), money)).toBe('dispute d1 of stripe: 50 shop');
  expect(matterText(dispute(null, 20), money)).toBe(
    'dispute d1 of stripe: 50 shop, 20 shop of it has been refunded to the card: submit proof of that refund',
  );
});

test('the lines about a fraud warning and a payout have the commands to settle them', () => {
  const facts = { since, sum: { amount: 50, currency: 'EUR' } };
  const warning: Matter = {
    ...{ ...facts, kind: 'fraud_warning', key: 'fraud-warning:stripe:w1', orderCode: 'ABC' },
    details: { gateway: 'stripe', warningId: 'w1', reason: 'stolen card' },
  };
  const payout: Matter = {
    ...{ ...facts, kind: 'payout', key: 'payout:stripe:po1:failed' },
    details: { gateway: 'stripe', payoutId: 'po1', why: 'failed', reason: 'account closed' },
  };
  expect(matterText(warning, money)).toBe(
    'fraud warning w1 of stripe: 50 EUR, order ABC (stolen card); a refund to the card now avoids the dispute and its fee; to keep it: npm run shop -- payments settle-warning w1 --note TEXT',
  );
  expect(matterText(payout, money)).toBe(
    'payout po1 of stripe: 50 EUR did not reach the bank: account closed; check it there, then: npm run shop -- payments settle-payout po1 --note TEXT',
  );
  expect([warning, payout].map(isUrgent)).toEqual([true, true]);
});

test('a refund file that waits for a second person has a line and is not urgent', () => {
  const file: Matter = {
    kind: 'transfer_file_waiting',
    key: 'transfer-file:SLK-1',
    since,
    sum: { amount: 50, currency: null },
    details: { file: 'SLK-1', credits: 2, madeBy: 'Joris Hendriks', madeByStaff: 3 },
  };
  expect(matterText(file, money)).toBe('refund file SLK-1 of 50 shop waits for a second person');
  expect(isUrgent(file)).toBe(false);
});

test('money is urgent, but held emails are not', () => {
  expect(isUrgent(receipt({}))).toBe(true);
  expect(isUrgent({ kind: 'mails_held', key: 'mails-held', since: null, details: { count: 1, reason: 'x' } })).toBe(
    false,
  );
});
