import { expect, test } from 'vitest';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { buyAgain, type EndedOrder, type ItemOnSale } from './buy-again.ts';

const pass = {
  external_code: 'pass',
  product: 'Festival Pass',
  full_name: 'Mila Okonkwo',
  email: 'mila@example.org',
  age: '25-34',
  transport_time_id: null,
};
const coach = { ...pass, external_code: 'coach', product: 'Coach', age: null, transport_time_id: 't1' };
const tee = { external_code: 'tee', merchandise: 'Lark tee' };

const order = (changes: Partial<EndedOrder> = {}): EndedOrder => ({
  payment_status: 'abandoned',
  reassigned_to_me: false,
  cartProducts: [pass],
  tickets: [],
  cartMerchandise: [],
  merchandisePurchases: [],
  ...changes,
});

const sold = (external_code: string, changes: Partial<ItemOnSale> = {}): ItemOnSale => ({
  external_code,
  in_stock: true,
  travel_time_type: null,
  travel_times: [],
  ...changes,
});

test('only an order that has ended can be bought again', () => {
  const offered = orderStatuses.filter((payment_status) => buyAgain(order({ payment_status }), [sold('pass')]));
  expect(offered).toEqual(['cancelled', 'abandoned']);
});

test('tickets keep their holders, and merchandise follows them', () => {
  expect(buyAgain(order({ cartMerchandise: [tee] }), [sold('tee'), sold('pass')])).toEqual({
    items: [
      {
        kind: 'tickets',
        name: 'Festival Pass',
        externalCode: 'pass',
        holder: { fullName: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34', transportTimeId: null },
      },
      { kind: 'merchandise', name: 'Lark tee', externalCode: 'tee' },
    ],
    gone: [],
  });
});

test('an item that is sold out or no longer sold is named once', () => {
  const again = buyAgain(order({ cartProducts: [pass, coach, coach], cartMerchandise: [tee] }), [
    sold('pass'),
    sold('tee', { in_stock: false }),
  ]);
  expect(again?.items.map(({ name }) => name)).toEqual(['Festival Pass']);
  expect(again?.gone).toEqual(['Coach', 'Lark tee']);
  expect(buyAgain(order(), [])).toBeNull();
});

test('a journey keeps its departure while seats are left', () => {
  const journey = (remaining: number | null) =>
    sold('coach', { travel_time_type: 'selectable', travel_times: [{ id: 't1', remaining }] });
  const ended = order({ cartProducts: [coach] });
  expect(buyAgain(ended, [journey(2)])?.items).toMatchObject([{ holder: { transportTimeId: 't1' } }]);
  expect(buyAgain(ended, [journey(null)])).not.toBeNull();
  expect(buyAgain(ended, [journey(0)])).toBeNull();
});

test('a cancelled order that was issued adds its own tickets, but not those of others', () => {
  const issued = order({
    payment_status: 'cancelled',
    cartProducts: [],
    tickets: [
      { ...pass, reassigned: false },
      { ...pass, full_name: '', reassigned: true },
    ],
  });
  expect(buyAgain(issued, [sold('pass')])?.items).toHaveLength(1);
});
