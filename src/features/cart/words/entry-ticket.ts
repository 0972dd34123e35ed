import { markedText } from '#kernel/language.ts';

export const NO_ENTRY_TICKET = markedText(
  'We could not find an entry ticket for this person and event in your cart or your orders. This ticket is only valid with one.',
);
