export const mailActions = ['mails-again', 'mails-retry'] as const;
/** Sends sent mails again, or retries mails that were given up. */
export type MailAction = (typeof mailActions)[number];

export const mailLeftOutReasons = ['account', 'not_sent', 'not_failed', 'wiped', 'secret'] as const;
/**
 * Why a mail is left out. `account`: it is not about an order. `wiped`: its text was deleted. `secret`: it opens an
 * order or a ticket, and its address no longer belongs to the order.
 */
export type MailLeftOut = (typeof mailLeftOutReasons)[number];

export interface MailToChoose {
  readonly status: 'waiting' | 'sent' | 'failed';
  readonly isAboutOrder: boolean;
  /** Its text still exists, so that it can be sent. A secret text is deleted once it is sent or given up. */
  readonly hasText: boolean;
}

/** Returns null if the action includes this mail. Whether its address still belongs to the order is decided later. */
export function whyMailLeftOut(action: MailAction, mail: MailToChoose): MailLeftOut | null {
  if (action === 'mails-again') {
    if (!mail.isAboutOrder) return 'account';
    if (mail.status !== 'sent') return 'not_sent';
  } else if (mail.status !== 'failed') return 'not_failed';
  return mail.hasText ? null : 'wiped';
}
