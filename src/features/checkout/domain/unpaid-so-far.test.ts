import { expect, test } from 'vitest';
import { UnpaidSoFar } from './unpaid-so-far.ts';

const LIMITS = { 'unpaid-orders': 2, 'unpaid-items': 4, 'unpaid-transfer-share': 50 };
const [ADA, BERTA] = [1, 2];
const [PASS, COACH] = [10, 20];

test('an account may have unpaid orders up to the limits; a single one may have any number of items', () => {
  const unpaid = new UnpaidSoFar(LIMITS, new Map([[ADA, { orders: 1, items: 1 }]]), []);
  expect([unpaid.mayOrder(ADA, 3), unpaid.mayOrder(ADA, 4), unpaid.mayOrder(BERTA, 100)]).toEqual([true, false, true]);
  unpaid.add(ADA, [PASS], { isTransfer: false });
  expect(unpaid.mayOrder(ADA, 1)).toBe(false);
});

test('transfers may hold their share of an item, and only the first order may exceed it', () => {
  const rooms = [
    { itemId: PASS, held: 3, maximum: 5 },
    { itemId: COACH, held: 0, maximum: 0 },
  ];
  const unpaid = new UnpaidSoFar(LIMITS, new Map(), rooms);
  expect(unpaid.hasRoomForTransfer([PASS, PASS])).toBe(true);
  expect(unpaid.hasRoomForTransfer([PASS, PASS, PASS])).toBe(false);
  expect(unpaid.hasRoomForTransfer([COACH, COACH])).toBe(true);
  unpaid.add(ADA, [PASS, COACH], { isTransfer: true });
  unpaid.add(BERTA, [PASS], { isTransfer: false });
  expect(unpaid.hasRoomForTransfer([PASS])).toBe(true);
  expect(unpaid.hasRoomForTransfer([PASS, COACH])).toBe(false);
  unpaid.add(ADA, [PASS], { isTransfer: true });
  expect(unpaid.hasRoomForTransfer([PASS])).toBe(false);
});

test('without limits everything is allowed', () => {
  const unpaid = new UnpaidSoFar(undefined, new Map([[ADA, { orders: 9, items: 99 }]]), []);
  expect([unpaid.mayOrder(ADA, 100), unpaid.hasRoomForTransfer([PASS])]).toEqual([true, true]);
});
