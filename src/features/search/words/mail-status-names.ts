import { markedText } from '#kernel/language.ts';

/** The states of a mail, for `translate`. */
export const mailStatusNames = {
  waiting: markedText('Waiting'),
  sent: markedText('Sent'),
  failed: markedText('Not delivered'),
} as const;
