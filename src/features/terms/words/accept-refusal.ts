import { markedText } from '#kernel/language.ts';
import type { AcceptRefusal } from '../domain/may-accept.ts';

export const acceptRefusalTexts = {
  order_is_over: markedText('This order was cancelled, so there is nothing left to accept.'),
  fully_refunded: markedText('This order was refunded, so there is nothing left to accept.'),
  terms_changed: markedText('The Terms and Conditions have changed. Please read them again before you accept them.'),
} satisfies Record<AcceptRefusal['kind'], string>;
