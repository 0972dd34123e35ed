import { markedText } from '#kernel/language.ts';
import type { BulkAction, LeftOut } from '../domain/why-left-out.ts';

// For `translate`.

export const bulkNames: Readonly<Record<BulkAction, string>> = {
  mail: markedText('Emails sent again'),
  cancel: markedText('Unpaid orders cancelled'),
};

export const leftOutTexts: Readonly<Record<LeftOut, string>> = {
  ended: markedText('The order is no longer valid'),
  has_money: markedText('Money has arrived'),
  has_refunds: markedText('It has refunds'),
  problem: markedText('Its payment has a problem'),
  being_paid: markedText('A payment is in progress'),
  no_customer: markedText('The customer’s data was deleted'),
  failed: markedText('It failed'),
};
