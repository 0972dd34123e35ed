import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import type { InstalmentState, Outcome } from '../domain/outcome.ts';
import { outcomeLines } from './outcome-lines.ts';

const nothing: Outcome = {
  ...{ orders: [], parts: [], money: [], mails: [], documents: [], cancelled_requests: [], movements: [] },
  ...{ attention: null, short_payments: 0, undoes: false },
};
const reading = { money: (amount: number) => `€${amount}`, day: (moment: string) => moment, booksMoney: true };
const sentencesOf = (outcome: Partial<Outcome>): string[] =>
  outcomeLines(ENGLISH, { ...nothing, ...outcome }, reading).map(({ sentence }) => sentence);

const instalment: InstalmentState = { amount: 50, paid: 0, due_at: '2027-07-12' };
const paying = (before: number, after: number) => [
  { reference: 'SLK-2H9C4T-2', before: { ...instalment, paid: before }, after: { ...instalment, paid: after } },
];

test('money for a plan says for which instalment it counts', () => {
  expect(sentencesOf({ parts: paying(0, 48) })).toEqual([
    '€48 will count towards instalment SLK-2H9C4T-2, leaving €2 to pay.',
  ]);
  expect(sentencesOf({ parts: paying(48, 50) })).toEqual(['€2 will pay off instalment SLK-2H9C4T-2.']);
  expect(sentencesOf({ parts: paying(50, 0) })).toEqual(['€50 will no longer count towards instalment SLK-2H9C4T-2.']);
});

test('a refund request that is cancelled is named', () => {
  expect(sentencesOf({ cancelled_requests: ['SLK-2H9C4T-R1'] })).toEqual([
    'Refund request SLK-2H9C4T-R1 will be cancelled and its bank details deleted. It cannot be restored.',
  ]);
});
