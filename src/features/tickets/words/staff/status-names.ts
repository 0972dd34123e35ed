import { markedText } from '#kernel/language.ts';
import type { ItemStatus } from '../../domain/item-status.ts';

/** The names for staff, to be translated; customers see the shop's own labels. */
export const itemStatusNames: Readonly<Record<ItemStatus, string>> = {
  active: markedText('Valid'),
  refund: markedText('Refund requested'),
  refunding: markedText('Refund being paid'),
  'refund-problem': markedText('Refund not paid out'),
  refunded: markedText('Refunded'),
  cancelled: markedText('Cancelled'),
};
