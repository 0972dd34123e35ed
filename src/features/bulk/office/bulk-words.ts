import { markedText } from '#kernel/language.ts';
import type { BulkAction, LeftOut } from '../domain/why-left-out.ts';
import type { MailAction, MailLeftOut } from '../domain/why-mail-left-out.ts';

// For `translate`.

export const bulkNames: Readonly<Record<BulkAction | MailAction, string>> = {
  mail: markedText('Emails sent again'),
  cancel: markedText('Unpaid orders cancelled'),
  'mails-again': markedText('Earlier emails sent again'),
  'mails-retry': markedText('Undelivered emails retried'),
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

export const mailLeftOutTexts: Readonly<Record<MailLeftOut, string>> = {
  account: markedText('It is not about an order'),
  not_sent: markedText('It has not been sent yet'),
  not_failed: markedText('It has been sent or will be tried again anyway'),
  wiped: markedText('Its text was deleted'),
  secret: markedText('It gives access to the order or its tickets, and its address no longer belongs to the order'),
};
