import { expect, test } from 'vitest';
import { hiddenIn, hideParameter, leftOutOfExport } from './list-columns.ts';

test('hidden columns come in the order of the list, without any that the list no longer has', () => {
  expect(hiddenIn('/orders', 'total.buyer.colour')).toEqual(['buyer', 'total']);
  expect(hiddenIn('/orders', '')).toEqual([]);
});

test('the same hidden columns always give the same parameter', () => {
  expect(hideParameter('/orders', ['total'], 'buyer')).toBe('buyer.total');
  expect(hideParameter('/orders', ['buyer', 'total'], 'total')).toBe('buyer');
  expect(hideParameter('/orders', ['buyer'], 'buyer')).toBe('');
});

test('an export leaves out what belongs to a hidden column', () => {
  expect(leftOutOfExport('/orders', ['buyer', 'items'])).toEqual(['name', 'email', 'items']);
});
