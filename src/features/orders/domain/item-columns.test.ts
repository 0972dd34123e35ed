import { describe, expect, test } from 'vitest';
import type { Order } from '../contract.ts';
import { anOrder, aPurchase, aTicket } from '../testing.ts';
import { itemColumns } from './item-columns.ts';

const columns = (order: Order, { refundsActive = true, hasActions = true } = {}) =>
  itemColumns(order, { refundsActive, hasActions }).join(' ');

const waiting = {
  id: '1',
  product: 'Festival Pass',
  full_name: 'Mila Okonkwo',
  travel_time: null,
} as unknown as Order['cartProducts'][number];

describe('the columns of an order’s items', () => {
  test('given a paid order, then each item has its holder, price, refund, status and actions', () => {
    expect(columns(anOrder())).toBe('item holder price refund status actions');
  });

  test('given a coach ticket or a ticket to an event, then its date has a column', () => {
    const coach = aTicket({ travel_time: '2027-07-22T07:30:00Z' });
    expect(columns(anOrder({ tickets: [aTicket(), coach] }))).toBe('item holder when price refund status actions');
    const occasion = { starts_at: '2027-07-22T10:00:00Z', ends_at: '2027-07-25T22:00:00Z', timezone: 'UTC', venue: '' };
    expect(columns(anOrder({ tickets: [aTicket({ occasion })] }))).toBe('item holder when price refund status actions');
  });

  test('given a shop with refunds turned off, then there is no refund column', () => {
    expect(columns(anOrder(), { refundsActive: false })).toBe('item holder price status actions');
  });

  test('given a plan whose ticket is pending, then it has no actions yet', () => {
    const plan = anOrder({ has_payment_plan: true, payment_status: 'partial', tickets: [aTicket({ pending: true })] });
    expect(columns(plan, { hasActions: false })).toBe('item holder price refund status');
    expect(columns(plan, { hasActions: false, refundsActive: false })).toBe('item holder price status');
  });

  test('given only merchandise, then there are no holders and no actions', () => {
    const order = anOrder({ tickets: [], merchandisePurchases: [aPurchase()] });
    expect(columns(order, { hasActions: false })).toBe('item price refund status');
  });

  test('given an order that waits for its money, then there is nothing to refund yet', () => {
    expect(
      columns(anOrder({ payment_status: 'pending', tickets: [], cartProducts: [waiting] }), { hasActions: false }),
    ).toBe('item holder price status');
  });

  test('given an order that ended without being paid, then its items have no status', () => {
    expect(
      columns(anOrder({ payment_status: 'abandoned', tickets: [], cartProducts: [waiting] }), { hasActions: false }),
    ).toBe('item holder price');
  });
});
