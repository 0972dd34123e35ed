import { laterText } from '#kernel/language.ts';

export const NO_ENTRY_TICKET = laterText(
  'We found no entry ticket for this person and event, in your cart or among your orders. This ticket is only valid together with one.',
);
