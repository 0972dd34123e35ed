import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { meetingPointsOf } from './meeting-points-store.ts';
import { type OrderMailParts, orderParts, owedBackText, sendOrderMail } from './order-mail-layout.ts';
import { linesOf, type OrderRow } from './order-store.ts';

/**
 * Tells the customer that the operator has cancelled the order. Can be sent repeatedly, because late money can revive
 * an order, which can then be cancelled again.
 */
export async function mailCancelledByOperator(
  tx: Tx,
  parts: OrderMailParts,
  order: OrderRow,
  reason: string,
  now: Date,
): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const owedBack = order.totalPaid - order.totalRefunded;
  const lines = await linesOf(tx, [order.id]);
  const message: MailPart[] = [
    { kind: 'paragraph', text: textNodes('We have cancelled your order {code}.', { code: { strong: order.code } }) },
  ];
  if (reason) message.push({ kind: 'paragraph', text: reason });
  message.push({
    kind: 'paragraph',
    text: owedBack > 0 ? owedBackText(parts.shop, owedBack) : text('You have not been charged.'),
  });
  await sendOrderMail(tx, { ...parts, again: true }, order, 'order-cancelled', now, {
    subject: text('Your order {code} was cancelled', { code: order.code }),
    preheader:
      owedBack > 0
        ? text('We will contact you about refunding what you have paid.')
        : text('You have not been charged.'),
    title: text('Your order was cancelled'),
    parts: [
      ...message,
      ...orderParts(parts.shop, order, { lines, meetingPoints: await meetingPointsOf(tx, lines) }),
      {
        kind: 'paragraph',
        text: textNodes('Questions? Write to {email}.', {
          email: { link: parts.shop.public.operator.email, url: `mailto:${parts.shop.public.operator.email}` },
        }),
      },
    ],
  });
}
