import { providerName } from '#features/payments/domain/provider-name.ts';
import type { Language } from '#kernel/language.ts';

interface AuditSubject {
  /** Empty if the name of the action is enough. */
  readonly name: string;
  /** The page in the office that shows it. */
  readonly to?: string;
}

/** Actions whose subject is an order, or something that has its code in front. */
const ORDER_ACTIONS = /^(order|payment|plan|ticket|inbox)\./;
const CODE = /^[0-9A-Z]+(-[0-9A-Z]+)+$/;

/** Names what an entry of the audit log is about in words that people know, and links to it. */
export function auditSubject(action: string, subject: string, { text }: Language): AuditSubject {
  if (ORDER_ACTIONS.test(action) && CODE.test(subject)) return { name: subject, to: `/orders/${subject}` };
  if (/^refund\./.test(action) && CODE.test(subject))
    return { name: subject, to: `/orders/${subject.replace(/-R\d+(-M\d+)?$/, '')}` };
  if (/^transfer_file\./.test(action)) return { name: subject, to: `/money/refund-files/${subject}` };
  const [, thing, number = ''] = /^(.+) (\d+)$/.exec(subject) ?? [];
  switch (thing) {
    case 'statement':
      return { name: text('Bank statement {number}', { number }), to: `/money/statements/${number}` };
    case 'receipt':
      return { name: text('Receipt {number}', { number }) };
    case 'bulk action':
      return { name: text('Bulk action {number}', { number }), to: `/orders/bulk/${number}` };
    case 'cancellation':
      return { name: text('Cancellation {number}', { number }) };
    // Its name is among the details.
    case 'view':
      return { name: '' };
  }
  const [, gateway, id] = /^(?:payout|message) (\S+) (.+)$/.exec(subject) ?? [];
  if (gateway !== undefined) return { name: `${providerName(gateway)}: ${id}` };
  return { name: NAMELESS.has(subject) || NAMED_BY_DETAILS.test(action) ? '' : subject };
}

const NAMELESS = new Set(['statement columns', 'mails', 'webhook', 'shop']);
/** An entry of the inbox without an order is named by its kind, a list by its name. */
const NAMED_BY_DETAILS = /^(inbox|list|view)\./;
