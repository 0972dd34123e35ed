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
  test('a paid order has the columns holder, price, refund, status and actions', () => {
    expect(columns(anOrder())).toBe('item holder price refund status actions');
  });

  test('a coach ticket or a ticket to an event has a date column', () => {
    const coach = aTicket({ travel_time: '2027-07-22T07:30:00Z' });
    expect(columns(anOrder({ tickets: [aTicket(), coach] }))).toBe('item holder when price refund status actions');
    const occasion = { starts_at: '2027-07-22T10:00:00Z', ends_at: '2027-07-25T22:00:00Z', timezone: 'UTC', venue: '' };
    expect(columns(anOrder({ tickets: [aTicket({ occasion })] }))).toBe('item holder when price refund status actions');
  });

  test('a shop with refunds turned off has no refund column', () => {
    expect(columns(anOrder(), { refundsActive: false })).toBe('item holder price status actions');
  });

  test('a plan whose ticket is pending has no actions yet', () => {
    const plan = anOrder({ has_payment_plan: true, payment_status: 'partial', tickets: [aTicket({ pending: true })] });
    expect(columns(plan, { hasActions: false })).toBe('item holder price refund status');
    expect(columns(plan, { hasActions: false, refundsActive: false })).toBe('item holder price status');
  });

  test('merchandise alone has no columns for holders and actions', () => {
    const order = anOrder({ tickets: [], merchandisePurchases: [aPurchase()] });
    expect(columns(order, { hasActions: false })).toBe('item price refund status');
  });

  test('an unpaid order has no refund column', () => {
    expect(
      columns(anOrder({ payment_status: 'pending', tickets: [], cartProducts: [waiting] }), { hasActions: false }),
    ).toBe('item holder price status');
  });

  test('an abandoned order has no status column', () => {
    expect(
      columns(anOrder({ payment_status: 'abandoned', tickets: [], cartProducts: [waiting] }), { hasActions: false }),
    ).toBe('item holder price');
  });
});
