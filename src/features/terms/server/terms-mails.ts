import {
  datedFacts,
  linesOf,
  type OrderMailParts,
  type OrderRow,
  paymentsOf,
  portalParts,
  sendOrderMail,
  transferParts,
} from '#features/orders/server/public.ts';
import { nextStepOf, openTransferOf, type StepOrder, type StepPayment } from '#features/payments/domain/next-step.ts';
import { stepOrderOf } from '#features/payments/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { attachedText, showTicketsButton, ticketsOfOrders } from '#features/tickets/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { linkCode } from '#platform/secrets/link-codes.ts';

/**
 * Asks the customer to accept the terms of an order that was not placed in the web shop. One mail per order, sent in
 * the transaction that creates it.
 */
export async function mailTermsToAccept(tx: Tx, parts: OrderMailParts, order: OrderRow, now: Date): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const { shop, shopUrl } = parts;
  await sendOrderMail(tx, parts, order, 'terms-to-accept', now, {
    subject: text('Please accept the Terms and Conditions for order {code}', { code: order.code }),
    preheader: text('One click and we can process your order'),
    title: text('One more thing to do'),
    parts: [
      {
        kind: 'paragraph',
        text: textNodes(
          'Your order {code} was not placed in our web shop, so you have not seen our Terms and Conditions yet. Please read and accept them. You can then download your tickets.',
          { code: { strong: order.code } },
        ),
      },
      {
        kind: 'button',
        label: text('Read and accept'),
        url: shopUrl + paths.acceptTerms(order.code, linkCode(order, 'terms')),
      },
      {
        kind: 'facts',
        rows: [
          { label: text('Order'), value: order.code },
          { label: text('Via'), value: shop.private.channels[order.channel] ?? order.channel },
          { label: text('Total price'), value: formatMoney(order.totalPrice, shop.public) },
          ...(await datedFacts(tx, shop, await linesOf(tx, [order.id]))),
        ],
      },
    ],
  });
}

/** Confirms the acceptance and explains what happens next; attaches the tickets that are ready. One mail per order. */
export async function mailTermsAccepted(tx: Tx, parts: OrderMailParts, order: OrderRow, now: Date): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const tickets = ((await ticketsOfOrders(tx, [order.id], now)).get(order.id) ?? []).filter(
    (ticket) => ticket.allow_download,
  );
  const ordered = (await linesOf(tx, [order.id])).filter(({ kind }) => kind === 'tickets').length;
  const steps = stepOrderOf(order, await paymentsOf(tx, [order.id]), parts.shop.public.timezone, now);
  const next = whatIsNext(parts, { row: order, steps }, { attached: tickets.length, ordered });
  await sendOrderMail(
    tx,
    parts,
    order,
    'terms-accepted',
    now,
    {
      subject: text('Terms and Conditions accepted for order {code}', { code: order.code }),
      preheader: tickets.length > 0 ? text('Your tickets are attached') : text('What happens next'),
      title: text('Thank you'),
      parts: [
        {
          kind: 'paragraph',
          text: textNodes('You have accepted the Terms and Conditions for your order {code}.', {
            code: { strong: order.code },
          }),
        },
        ...next,
        ...portalParts(parts, order, next),
      ],
    },
    tickets.map(({ code }) => code),
  );
}

interface MailedOrder {
  readonly row: OrderRow;
  readonly steps: StepOrder;
}

interface TicketCounts {
  readonly attached: number;
  readonly ordered: number;
}

function whatIsNext({ shop, shopUrl }: OrderMailParts, order: MailedOrder, tickets: TicketCounts): MailPart[] {
  const language = languageOfShop(shop.public);
  const { text } = language;
  const attached: MailPart[] =
    tickets.attached > 0
      ? [
          {
            kind: 'paragraph',
            text: attachedText(language, tickets.attached),
          },
        ]
      : [];
  const step = nextStepOf(order.steps, shop.public);
  switch (step.kind) {
    case 'pay':
      return [...attached, ...howToPay({ shop, shopUrl }, order.row, step.payment, tickets)];
    case 'cannot_pay':
      return [
        ...attached,
        {
          kind: 'paragraph',
          text: text('Your order is awaiting a payment that cannot be made by card. Please write to {email}.', {
            email: shop.public.operator.email,
          }),
        },
      ];
    case 'await_transfer':
      return [...attached, ...howToTransfer(shop, order.steps)];
    case 'processing':
      return [{ kind: 'paragraph', text: text('Your payment is being processed. We will email you when it arrives.') }];
    case 'problem':
      return [
        {
          kind: 'paragraph',
          text: text('There is a problem with your payment. We are looking into it and will email you.'),
        },
      ];
    default:
      if (attached.length > 0)
        return [...attached, showTicketsButton(language, { shopUrl, order: order.row.code, count: tickets.attached })];
      return [{ kind: 'paragraph', text: text('You do not need to do anything else.') }];
  }
}

const howToPay = (
  { shop, shopUrl }: OrderMailParts,
  order: OrderRow,
  payment: StepPayment,
  { ordered }: TicketCounts,
): MailPart[] => {
  const { text } = languageOfShop(shop.public);
  const ready =
    ordered === 1
      ? text('Your ticket will be ready to download once the last instalment is paid.')
      : text('Your tickets will be ready to download once the last instalment is paid.');
  const amount = formatMoney(payment.amount - payment.paid_amount, shop.public);
  return [
    {
      kind: 'paragraph',
      text: order.hasPaymentPlan
        ? [text('You can pay the next instalment of your payment plan here.'), ...(ordered > 0 ? [ready] : [])].join(
            ' ',
          )
        : text('Your order will be complete once it is paid. You can pay here.'),
    },
    {
      kind: 'button',
      label: text('Pay {amount}', { amount }),
      url: shopUrl + paths.payment(order.code, linkCode(order, 'payment'), payment.reference),
    },
  ];
};

const howToTransfer = (shop: Shop, order: StepOrder): MailPart[] => {
  const transfer = openTransferOf(order);
  return transfer ? transferParts(shop, transfer) : [];
};
