import { describe, expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { AUDIT_ACTIONS } from '../domain/audit-action.ts';
import { auditFacts } from './audit-facts.ts';
import { actionInWords } from './audit-words.ts';

const EURO = { locale: 'en', currency: 'EUR', currencyDigits: 2, timezone: 'Europe/Amsterdam' };
const NAMES = {
  orders: { processing: 'Payment in progress', paid: 'Paid' },
  refunds: { processing: 'Being paid out' },
};
const factsOf = (details: Record<string, unknown>) => auditFacts(details, ENGLISH, EURO, NAMES);

test('every action has its own text', () => {
  const words = AUDIT_ACTIONS.map((action) => actionInWords(action, ENGLISH));
  expect(new Set(words).size).toBe(AUDIT_ACTIONS.length);
  expect(words.filter((one) => one.includes('.'))).toEqual([]);
});

test('an action of another version is shown as it is stored', () => {
  expect(actionInWords('order.split', ENGLISH)).toBe('order.split');
});

describe('details', () => {
  test('sums are shown as money, names and yes or no as words', () => {
    expect(factsOf({ amount: 9600, orders_kept: 3, new_device: true, reason: 'asked by phone' })).toEqual([
      { name: 'Amount', after: '€96.00' },
      { name: 'Orders kept', after: '3' },
      { name: 'New device', after: 'Yes' },
      { name: 'Why', after: 'asked by phone' },
    ]);
  });

  test('the code of a bank’s reason is explained', () => {
    expect(factsOf({ reason: 'AC04 Account closed' })).toEqual([
      { name: 'Why', after: 'the account is closed (AC04, Account closed)' },
    ]);
  });

  test('stored values and statuses are shown as words', () => {
    expect(factsOf({ method: 'bank_transfer', channel: 'phone', by: 'recovery-code', files: ['s1.csv'] })).toEqual([
      { name: 'Payment method', after: 'Bank transfer' },
      { name: 'Channel', after: 'phone' },
      { name: 'By', after: 'Recovery code' },
      { name: 'Files', after: 's1.csv' },
    ]);
    expect(factsOf({ from: 'processing', to: 'paid' }).map(({ after }) => after)).toEqual([
      'Payment in progress',
      'Paid',
    ]);
    expect(
      factsOf({ order: 'SLK-1', from: 'processing', way: 'card', fees: 'kept' }).map(({ after }) => after),
    ).toEqual(['SLK-1', 'Being paid out', 'Card', 'Kept']);
  });

  test('kinds of mails, ways to sign in and reasons are shown as words', () => {
    const kinds = ['payment-received', 'order-cancelled'];
    expect(factsOf({ kinds, by: 'first-factor', why: 'parts_differ' }).map(({ after }) => after)).toEqual([
      'Payment received, Order cancelled',
      'First sign-in',
      'Does not match its breakdown',
    ]);
  });

  test('facts that are shown elsewhere are left out, and still decide what a status means', () => {
    const refund = { order: 'SLK-1', from: 'active', to: 'processing' };
    expect(auditFacts(refund, ENGLISH, EURO, NAMES, ['order', 'from'])).toEqual([
      { name: 'Status', after: 'Being paid out' },
    ]);
  });

  test('a refused call is described by the permission that it needs', () => {
    expect(factsOf({ call: 'statement-book', permission: 'money.book' })).toEqual([
      { name: 'Permission', after: 'Book payments' },
    ]);
  });

  test('a line of a bank statement is named by its number, or by its day and amount', () => {
    const digest = '0123456789abcdef0123456789abcdef';
    expect(factsOf({ transaction: 'camt:NL85LARK0123456789:2026-11-19:-4610:REF1' })).toEqual([
      { name: 'Transaction', after: 'REF1' },
    ]);
    expect(factsOf({ transaction: `csv:account:2026-11-19:7600:=${digest}#2` })).toEqual([
      { name: 'Transaction', after: '€76.00 on Thu 19 November 2026, without a number' },
    ]);
  });

  test('an inbox entry and the previous outcome of an undone line are shown in words', () => {
    expect(factsOf({ matter: 'order-owed:SLK-1', line: 4, outcome: 'without_order' })).toEqual([
      { name: 'Matter', after: 'Owed to the customer' },
      { name: 'Line', after: '4' },
      { name: 'Previously', after: 'Booked without an order' },
    ]);
  });

  test('a changed travel time is shown before and after, in the shop’s time', () => {
    const travels = (at: string | null) => ({ travel_time: at });
    expect(factsOf({ before: travels(null), after: travels('2027-07-23T07:30:00.000Z') })).toEqual([
      { name: 'Travel time', before: '–', after: '23 July 2027, 09:30' },
    ]);
  });

  test('of the values before and after a change, only those that differ are shown', () => {
    const view = (name: string) => ({ name, filters: 'status=paid' });
    expect(factsOf({ before: view('Paid'), after: view('All paid'), list: '/orders' })).toEqual([
      { name: 'Name', before: 'Paid', after: 'All paid' },
      { name: 'List', after: 'Orders' },
    ]);
  });

  test('a changed value is shown before and after', () => {
    expect(factsOf({ before: ['support'], after: ['support', 'finance'] })).toEqual([
      { name: 'Roles', before: 'Support', after: 'Support, Finance' },
    ]);
    expect(factsOf({ before: { reason: null }, after: { reason: 'late' } })).toEqual([
      { name: 'Why', before: '–', after: 'late' },
    ]);
  });

  test('days are shown with their weekday, as everywhere in the office', () => {
    expect(factsOf({ before: { day: '2026-11-26' }, after: { day: '2026-12-03' } })).toEqual([
      { name: 'Day', before: 'Thu 26 November 2026', after: 'Thu 3 December 2026' },
    ]);
  });

  test('empty facts are left out, an unknown name loses its underscores, and nested facts are JSON', () => {
    expect(factsOf({ attention: null, withdrawn: [], suspended: 0, old_parts: { fee: 1 } })).toEqual([
      { name: 'old parts', after: '{"fee":1}' },
    ]);
  });
});
