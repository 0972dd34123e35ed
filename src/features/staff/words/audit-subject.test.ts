import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { auditSubject } from './audit-subject.ts';

test.each([
  ['order.cancelled', 'SLK-7Q4M2X', { name: 'SLK-7Q4M2X', to: '/orders/SLK-7Q4M2X' }],
  ['payment.recorded', 'receipt 12', { name: 'Receipt 12' }],
  ['refund.created', 'SLK-7Q4M2X-R1', { name: 'SLK-7Q4M2X-R1', to: '/orders/SLK-7Q4M2X' }],
  ['refund.movement_looked_up', 'SLK-7Q4M2X-R1-M2', { name: 'SLK-7Q4M2X-R1-M2', to: '/orders/SLK-7Q4M2X' }],
  ['transfer_file.made', 'SLK-REFUNDS-1', { name: 'SLK-REFUNDS-1', to: '/money/refund-files/SLK-REFUNDS-1' }],
  ['statement.read', 'statement 3', { name: 'Bank statement 3', to: '/money/statements/3' }],
  ['statement.columns_saved', 'statement columns', { name: '' }],
  ['bulk.mail', 'bulk action 7', { name: 'Bulk action 7', to: '/orders/bulk/7' }],
  ['payout.booked', 'payout stripe po_1', { name: 'Stripe: po_1' }],
  ['list.orders', 'orders', { name: '' }],
  ['view.default-changed', 'list /orders', { name: '' }],
  ['inbox.taken', 'SLK-7Q4M2X', { name: 'SLK-7Q4M2X', to: '/orders/SLK-7Q4M2X' }],
  ['inbox.snoozed', 'transfer-file:SLK-REFUNDS-1', { name: '' }],
  ['inbox.taken', 'mail:7', { name: '' }],
  ['shop.imported', '/srv/shop', { name: '/srv/shop' }],
])('the subject of an entry %s about "%s" is named in words that people know', (action, subject, expected) => {
  expect(auditSubject(action, subject, ENGLISH)).toEqual(expected);
});
