import { providerName } from '#features/payments/domain/provider-name.ts';
import type { Language } from '#kernel/language.ts';

interface AuditSubject {
  /** Empty if what was done says it all. */
  readonly name: string;
  /** The page in the office that shows it. */
  readonly to?: string;
}

/** The parts of entries' subjects that are about one order. */
const ORDER_ACTIONS = /^(order|payment|plan|ticket|invoice)\./;
const CODE = /^[0-9A-Z]+(-[0-9A-Z]+)+$/;

/** What an entry of the audit log is about, as people call it, and where it is. */
export function auditSubject(action: string, subject: string, { text }: Language): AuditSubject {
  if (ORDER_ACTIONS.test(action) && CODE.test(subject)) return { name: subject, to: `/orders/${subject}` };
  if (/^refund\./.test(action) && CODE.test(subject))
    return { name: subject, to: `/orders/${subject.replace(/-R\d+$/, '')}` };
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
  return { name: NAMELESS.has(subject) || /^list\./.test(action) ? '' : subject };
}

const NAMELESS = new Set(['statement columns', 'mails', 'webhook', 'shop']);
