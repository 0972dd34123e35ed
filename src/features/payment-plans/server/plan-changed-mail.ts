import { keepsStock } from '#features/orders/domain/order-status.ts';
import {
  linesOf,
  meetingPointsOf,
  type OrderMailParts,
  type OrderRow,
  orderParts,
  type PaymentRow,
  paymentsOf,
  portalParts,
  sendOrderMail,
} from '#features/orders/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart, MailText } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { longDate } from './remind.ts';

export type MailedChange =
  | { readonly kind: 'moved'; readonly instalments: readonly PaymentRow[] }
  | { readonly kind: 'split'; readonly instalments: readonly [PaymentRow, PaymentRow] }
  /** `amount` in minor units. */
  | { readonly kind: 'waived'; readonly instalments: readonly PaymentRow[]; readonly amount: number }
  | { readonly kind: 'undone'; readonly instalments: readonly PaymentRow[]; readonly areTicketsClosed: boolean };

/** Mails the buyer what staff changed in the payment plan, with the complete new plan. */
export async function mailPlanChanged(
  tx: Tx,
  parts: OrderMailParts,
  order: OrderRow,
  change: MailedChange,
  now: Date,
): Promise<void> {
  const { shop } = parts;
  const { text } = mailLanguage(languageOfShop(shop.public));
  const [lines, payments] = [await linesOf(tx, [order.id]), await paymentsOf(tx, [order.id])];
  const words = sentencesOf(parts, order, change);
  const closed: MailPart = {
    kind: 'notice',
    tone: 'warn',
    text: text('Your tickets are on hold until the plan is paid.'),
  };
  await sendOrderMail(tx, { ...parts, again: true }, order, 'plan-changed', now, {
    subject: text('The payment plan of your order {code} has changed', { code: order.code }),
    preheader: text('You can find the new plan below.'),
    title: text('Your payment plan has changed'),
    parts: [
      ...words.map((one): MailPart => ({ kind: 'paragraph', text: one })),
      ...(change.kind === 'undone' && change.areTicketsClosed && keepsStock(order.paymentStatus) ? [closed] : []),
      ...orderParts(shop, order, { lines, payments, meetingPoints: await meetingPointsOf(tx, lines) }),
      ...portalParts(parts, order),
    ],
  });
}

function sentencesOf({ shop }: OrderMailParts, order: OrderRow, change: MailedChange): MailText[] {
  const { text, textNodes } = mailLanguage(languageOfShop(shop.public));
  const code = { strong: order.code };
  const money = (amount: number) => formatMoney(amount, shop.public);
  switch (change.kind) {
    case 'moved':
      return change.instalments.map((instalment) =>
        textNodes('{reference} ({amount}) for your order {code} is now due on {due}.', {
          reference: instalment.reference,
          amount: money(instalment.amount - instalment.paidAmount),
          code,
          due: { strong: longDate(shop, instalment.dueAt) },
        }),
      );
    case 'split': {
      const [first, second] = change.instalments;
      return [
        textNodes(
          'One instalment of your order {code} is now two: {first} is due on {firstDay}, and {second} on {secondDay}.',
          {
            code,
            first: money(first.amount - first.paidAmount),
            firstDay: { strong: longDate(shop, first.dueAt) },
            second: money(second.amount),
            secondDay: { strong: longDate(shop, second.dueAt) },
          },
        ),
        text('If you pay by bank transfer, use the reference of each instalment. {reference} is new.', {
          reference: second.reference,
        }),
      ];
    }
    case 'waived':
      return [
        textNodes('You no longer have to pay {amount} of your order {code}. It now costs {total}.', {
          amount: { strong: money(change.amount) },
          code,
          total: money(order.totalPrice),
        }),
      ];
    case 'undone':
      return [
        textNodes(
          'We have undone the last change to the payment plan of your order {code}. We are sorry for the confusion.',
          { code },
        ),
      ];
  }
}
