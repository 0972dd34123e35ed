import { isPayable } from '#features/orders/domain/payment-status.ts';
import { type OrderMailParts, type OrderRow, paymentsOf, sendOrderMail } from '#features/orders/server/public.ts';
import type { SavedMethodRow } from '#features/payments/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { longDate, waysToPay } from './remind.ts';

/** Tells the customer that the saved card was removed at its provider, and how to pay the next instalment. */
export async function mailCardLost(
  tx: Tx,
  parts: OrderMailParts,
  { order, card }: { readonly order: OrderRow; readonly card: SavedMethodRow },
  now: Date,
): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const { shop } = parts;
  const payments = await paymentsOf(tx, [order.id]);
  const next = payments.find(({ status }) => isPayable(status));
  if (!next || order.paymentStatus !== 'partial') return;
  const missing = formatMoney(next.amount - next.paidAmount, shop.public);
  const due = longDate(shop, next.dueAt);
  await sendOrderMail(tx, parts, order, `saved-card-lost:${card.id}`, now, {
    subject: text('Your card for order {order} was removed', { order: order.code }),
    preheader: text('{missing}, due on {due}', { missing, due }),
    title: text('Your saved card was removed'),
    parts: [
      {
        kind: 'paragraph',
        text: textNodes(
          'Your card ({card}) was removed by its bank or the payment provider. We will no longer charge the instalments of your order {order} to it.',
          { card: card.label, order: { strong: order.code } },
        ),
      },
      {
        kind: 'paragraph',
        text: text(
          'Please pay the remaining instalments yourself; we will remind you of each. To have them charged again, pay one with another card and tick the box there.',
        ),
      },
      {
        kind: 'facts',
        rows: [
          {
            label: text('Next instalment'),
            value: text('Instalment {position} of {all}', { position: next.position, all: payments.length }),
          },
          { label: text('Amount'), value: missing },
          { label: text('Due##date'), value: due },
          { label: text('Reference'), value: next.reference },
        ],
      },
      ...waysToPay(parts, order, next),
      {
        kind: 'paragraph',
        text: textNodes('{order} shows the full plan. If you have already paid, you do not need to do anything.', {
          order: { link: text('Your order'), url: parts.shopUrl + paths.order(order.code) },
        }),
      },
    ],
  });
}
