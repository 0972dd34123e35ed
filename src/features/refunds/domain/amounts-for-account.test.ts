import { expect, test } from 'vitest';
import { amountAwaitingAccount, amountForAccount, amountReturnedByBank } from './amounts-for-account.ts';
import type { MovementStatus } from './movement-status.ts';
import type { RefundStatus } from './refund-status.ts';

const card = (status: MovementStatus, amount: number) => ({ gateway: 'stripe', status, amount });
const bank = (status: MovementStatus, amount: number) => ({ gateway: null, status, amount });
const waits = (status: RefundStatus, movements: Parameters<typeof amountAwaitingAccount>[1], hasAccount = false) =>
  amountAwaitingAccount({ status, hasAccount }, movements);

test('money that a card did not take and money that goes by bank wait for an account', () => {
  expect(waits('problem', [card('done', 100), card('failed', 20), bank('pending', 3)])).toBe(23);
  expect(waits('problem', [card('replaced', 20), bank('failed', 20)])).toBe(20);
});

test('money that the bank returned from a known account needs no account, but may go to another', () => {
  const known = { status: 'problem', hasAccount: true } as const;
  const moved = [bank('failed', 20), bank('done', 5), card('failed', 3)];
  expect([
    amountAwaitingAccount(known, moved),
    amountReturnedByBank(known, moved),
    amountForAccount(known, moved),
  ]).toEqual([0, 20, 20]);
  expect(amountForAccount(known, [bank('replaced', 20), bank('pending', 20)])).toBe(0);
});

test('money that the bank returned waits for an account if none is known', () => {
  const unknown = { status: 'problem', hasAccount: false } as const;
  expect(amountAwaitingAccount(unknown, [bank('failed', 20)])).toBe(20);
  expect(amountReturnedByBank(unknown, [bank('failed', 20)])).toBe(0);
});

test('no money waits for an account while a card may take it, once it is paid, or if one is known', () => {
  expect(waits('processing', [card('pending', 20)])).toBe(0);
  expect(waits('processed', [card('replaced', 20), bank('done', 20)])).toBe(0);
  expect(waits('problem', [card('failed', 20)], true)).toBe(0);
});

test('no money waits for an account before the refund is accepted or once it is cancelled', () => {
  expect(waits('active', [])).toBe(0);
  expect(waits('cancelled', [])).toBe(0);
});
