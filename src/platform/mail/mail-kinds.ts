/** `docs/domain/mails.md` states what causes each kind of mail, and `test/mails.server.test.ts` checks one of each. */
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
  'payment-undone',
  'due-date-moved',
  'plan-changed',
  'more-tickets',
  'order-abandoned',
  'order-cancelled',
  'order-revived',
  'instalment-week-before',
  'instalment-due',
  'instalment-overdue',
  'instalment-still-overdue',
  'instalment-not-charged',
  'instalment-link',
  'saved-card-lost',
  'terms-to-accept',
  'terms-accepted',
  'ticket-handed-on',
  'ticket-cancelled',
  'ticket-changed',
  'travel-time-changed',
  'tickets-again',
  'refund-made',
  'refund-refused',
  'refund-requested',
  'refund-bank-details',
  'refund-account',
  'refund-cancelled',
  'refund-processed',
  'staff-invite',
  'staff-news',
  'money-sent-back',
  'operator-urgent',
  'operator-digest',
] as const;

/** Sent before all other mails, because somebody waits for them at a screen or must know about a problem soon. */
export const URGENT_KINDS: ReadonlySet<string> = new Set([
  'password',
  'already-registered',
  'password-reset',
  'invitation',
  'confirm-email',
  'staff-invite',
  'operator-urgent',
] satisfies MailKind[]);

export type MailKind = (typeof MAIL_KINDS)[number];

/** These say who was invited and whose sign-in changed, so only people who manage the team see them in lists. */
export const MAILS_TO_STAFF: readonly string[] = ['staff-invite', 'staff-news'] satisfies MailKind[];
