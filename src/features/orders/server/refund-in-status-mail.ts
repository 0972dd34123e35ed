import { isAccepted } from '#features/refunds/domain/refund-status.ts';
import { sum } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { money as moneyText, type OrderMailParts } from './order-mail-layout.ts';
import type { OrderRow } from './order-store.ts';
import { refundsOf } from './refunds-of-order-store.ts';

/** Returns the sum of each order's refunds that are approved but not yet paid, in minor units, by order id. */
export async function approvedRefundsOf(tx: Tx, orders: readonly OrderRow[]): Promise<Map<number, number>> {
  const totals = new Map<number, number>();
  for (const { id } of orders.filter(({ totalPaid }) => totalPaid > 0)) {
    const approved = (await refundsOf(tx, id)).filter(({ status }) => isAccepted(status) && status !== 'processed');
    totals.set(id, sum(approved.map(({ total }) => total)));
  }
  return totals;
}

/** The sentences about what was refunded and what is approved; null if there is neither. */
export function refundMessage(
  { shop }: OrderMailParts,
  order: OrderRow,
  approvedRefund: number,
): { message: MailPart[]; preheader: string } | null {
  const { text, textNodes } = mailLanguage(languageOfShop(shop.public));
  const refunded = moneyText(shop, order.totalRefunded);
  const approved = moneyText(shop, approvedRefund);
  const paid = moneyText(shop, order.totalPaid);
  const code = { strong: order.code };
  const message: MailPart[] = [];
  if (order.totalRefunded > 0) {
    message.push({
      kind: 'paragraph',
      text: textNodes('We have refunded {refunded} of the {paid} that you paid for your order {code}.', {
        refunded: { strong: refunded },
        paid,
        code,
      }),
    });
  }
  if (approvedRefund > 0) {
    message.push({
      kind: 'paragraph',
      text: [
        ...textNodes('We have approved a refund of {approved} for your order {code}.', {
          approved: { strong: approved },
          code,
        }),
        ' ',
        text('We will email you once it has been paid.'),
      ],
    });
  }
  if (message.length === 0) return null;
  return {
    message,
    preheader:
      order.totalRefunded > 0
        ? text('{refunded} of {paid} was refunded.', { refunded, paid })
        : text('{approved} of {paid} will be refunded.', { approved, paid }),
  };
}
