/**
 * Every kind of mail that the shop writes, with what causes it in `docs/domain/mails.md`. The outbox takes no other, and
 * `test/mails.server.test.ts` looks at one of each.
 */
export const MAIL_KINDS = [
  'password',
  'already-registered',
  'password-reset',
  'invitation',
  'password-changed',
  'confirm-email',
  'email-taken',
  'email-asked',
  'email-changed',
  'order-received',
  'payment-received',
  'more-tickets',
  'order-abandoned',
  'order-cancelled',
  'instalment-week-before',
  'instalment-due',
  'instalment-overdue',
  'instalment-still-overdue',
  'terms-to-accept',
  'terms-accepted',
  'ticket-handed-on',
  'ticket-changed',
  'travel-time-changed',
  'tickets-again',
  'refund-requested',
  'refund-cancelled',
  'refund-processed',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];
