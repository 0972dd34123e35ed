import type { OrderRow } from '#features/orders/server/public.ts';
import type { Attention } from '#features/payments/domain/attention.ts';
import type { ReceiptRow } from '#features/payments/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailText } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import type { MovementRow } from './movement-store.ts';

interface SentBackMoney {
  readonly order: OrderRow;
  readonly receipt: ReceiptRow;
  readonly movement: MovementRow;
}

/** Tells the customer, once per movement, that the gateway has sent stray money back to its card. */
export async function mailMoneySentBack(
  tx: Tx,
  { shop, shopUrl }: { readonly shop: Shop; readonly shopUrl: string },
  { order, receipt, movement }: SentBackMoney,
  now: Date,
): Promise<void> {
  const { text } = mailLanguage(languageOfShop(shop.public));
  const amount = formatMoney(movement.amount, shop.public);
  await enqueueMail(
    tx,
    {
      key: `refund_movement:${movement.id}:done`,
      kind: 'money-sent-back',
      recipient: order.customerEmail,
      orderId: order.id,
      content: composeMail(mailLook(shop, shopUrl), {
        subject: text('{amount} is on its way back to your card', { amount }),
        preheader: text('Order {code}', { code: order.code }),
        title: text('Your money is on its way back'),
        parts: [
          { kind: 'paragraph', text: whatGoesBack(shop, receipt.attention, amount, order.code) },
          {
            kind: 'paragraph',
            text: text('It can take a few working days to appear on your statement. You do not need to do anything.'),
          },
          { kind: 'button', label: text('View order'), url: `${shopUrl}${paths.order(order.code)}` },
        ],
        reason: text('You are receiving this email because you placed an order with {shop}.', {
          shop: shop.public.name,
        }),
      }),
    },
    now,
  );
}

function whatGoesBack(shop: Shop, attention: Attention | null, money: string, orderCode: string): MailText {
  const { textNodes } = mailLanguage(languageOfShop(shop.public));
  const values = { amount: { strong: money }, code: { strong: orderCode } };
  switch (attention) {
    case 'double':
      return textNodes(
        'Your order {code} was already paid. Your second payment of {amount} is on its way back to your card.',
        values,
      );
    case 'over':
      return textNodes(
        'You paid more for your order {code} than it cost. The extra {amount} is on its way back to your card.',
        values,
      );
    case 'late':
      return textNodes(
        'Your payment for order {code} arrived after the order had ended, and its items are no longer available. Your {amount} is on its way back to your card.',
        values,
      );
    default:
      return textNodes(
        'We could not use your payment for order {code}. Your {amount} is on its way back to your card.',
        values,
      );
  }
}
