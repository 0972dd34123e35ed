import { laterText } from '#kernel/language.ts';
import type { AcceptRefusal } from '../domain/may-accept.ts';

export const acceptRefusalTexts = {
  order_is_over: laterText('This order was cancelled, so there is nothing to accept any more.'),
  fully_refunded: laterText('This order was refunded, so there is nothing to accept any more.'),
  terms_changed: laterText('The Terms and Conditions have changed. Please read them again before you accept them.'),
} satisfies Record<AcceptRefusal['kind'], string>;
