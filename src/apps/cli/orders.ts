import { cartRefusal } from '#features/cart/server/public.ts';
import {
  type CheckoutRefusal,
  type CreateOrderRefusal,
  createOrderForCustomer,
  placingSentence,
} from '#features/checkout/server/public.ts';
import { inviteCustomer } from '#features/customers/server/public.ts';
import {
  type CancelOrderRefusal,
  cancelOrder,
  type ReviveRefusal,
  reviveEnded,
  settleProblem,
} from '#features/desk/server/public.ts';
import { isCodeWithoutPrefix, orderCode } from '#features/orders/domain/order-code.ts';
import { type OrderStatus, orderTransitions } from '#features/orders/domain/order-status.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { findOrders } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { mailTermsToAccept } from '#features/terms/server/public.ts';
import type { Language } from '#kernel/language.ts';
import { inWords } from '#kernel/problem.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { jsonText } from './json.ts';
import { ORDER_FILE_EXAMPLE, readOrderFile } from './order-file.ts';
import { mailsCommand, resendCommand } from './order-mails.ts';
import { type RefusalTexts, refusalText } from './refusal-texts.ts';
import { orderAsJson, orderAsText } from './show-order.ts';
import { plain, tableText } from './table.ts';
import { momentOf, momentText, moneyText, statusText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { oneOf, readWords, wholeNumber } from './words.ts';

const STATUSES = Object.keys(orderTransitions) as OrderStatus[];

const listCommand: Command = {
  name: 'orders list',
  takes: '[--status STATUS] [--since DAY] [--email ADDRESS] [--limit NUMBER] [--json]',
  does: 'List orders, newest first.',
  options: [
    ['--status STATUS', `One of ${STATUSES.join(', ')}; can be given several times.`],
    ['--since DAY', 'Only orders placed on or after this day, for example 2027-01-31.'],
    ['--email ADDRESS', 'Only orders of this customer.'],
    ['--limit NUMBER', 'The maximum number to list. Default: 100.'],
    ['--json', 'As JSON, amounts in minor units.'],
  ],
  async run(words) {
    const { values } = readWords(words, {
      options: {
        status: { type: 'string', multiple: true },
        since: { type: 'string' },
        email: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean' },
      },
      takes: [],
    });
    const statuses = (values.status ?? []).map((status) => oneOf(status, STATUSES, '--status')!);
    const limit = wholeNumber(values.limit, '--limit', { max: 100_000 }) ?? 100;
    return await withOperator(undefined, async ({ db, shop }) => {
      const since = values.since === undefined ? null : momentOf(values.since, '--since', shop);
      const found = await findOrders(db, { statuses, since, email: values.email ?? null, limit });
      if (values.json) {
        print(jsonText(found));
        return 0;
      }
      if (found.length === 0) {
        print('No orders.');
        return 0;
      }
      const rows = found.map((order) => [
        order.code,
        momentText(order.createdAt, shop),
        order.paymentStatus,
        order.paymentMethod,
        order.channel,
        moneyText(order.totalPaid, shop),
        moneyText(order.totalPrice, shop),
        String(order.items),
        plain(`${order.customerName} <${order.customerEmail}>`),
      ]);
      const head = ['order', 'received', 'status', 'method', 'via', 'paid', 'total', 'items', 'customer'];
      print(tableText([head, ...rows], [5, 6, 7]));
      if (found.length === limit) print(`\nShowing the newest ${limit}; use --limit for more.`);
      return 0;
    });
  },
};

const showCommand: Command = {
  name: 'orders show',
  takes: '<order> [--json]',
  does: 'Show one order with its items, payments, money received and history.',
  options: [['--json', 'As JSON, amounts in minor units.']],
  async run(words) {
    const { values, positionals } = readWords(words, { options: { json: { type: 'boolean' } }, takes: ['The order'] });
    const typed = orderCodeOf(positionals[0]!);
    return await withOperator(undefined, async ({ db, shop, now }) => {
      const code = isCodeWithoutPrefix(typed) ? orderCode(shop.private.orderPrefix, typed) : typed;
      const text = await (values.json ? orderAsJson : orderAsText)(db, shop, code, now);
      if (text === null) return unknownOrder(code);
      print(text);
      return 0;
    });
  },
};

const cancelCommand: Command = {
  name: 'orders cancel',
  takes: '<order> [--reason TEXT]',
  does: 'Cancel an unpaid order: its items go back on sale and the customer is notified.',
  options: [['--reason TEXT', 'Included in the email to the customer.'], actorHelp],
  more: `Anything already paid is still owed to the customer and appears in "payments list-open". Refund a paid order instead.`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, reason: { type: 'string' } },
      takes: ['The order'],
    });
    const code = orderCodeOf(positionals[0]!);
    const reason = reasonOf(values.reason);
    return await withOperator(values.as, async ({ db, parts, shop, actor, now }) => {
      const cancelled = await cancelOrder({ ...parts, db }, { code, reason, actor }, now);
      if (!cancelled.ok) return printRefusal(refusalText(cancelTexts, cancelled.error, code, shop));
      const owed = cancelled.value.totalPaid - cancelled.value.totalRefunded;
      print(`Order ${code} is cancelled and ${plain(cancelled.value.customerEmail)} has been notified.`);
      if (owed > 0) print(`${moneyText(owed, shop)} was paid and is owed to the customer.`);
      return 0;
    });
  },
};

const whyNotCancelled: Partial<Record<OrderStatus, string>> = {
  paid: 'is paid: refund it instead',
  processing: 'has a payment in progress: wait for it (a few minutes by card)',
  cancelled: 'is already cancelled',
  abandoned: 'has already ended',
};

const cancelTexts: RefusalTexts<CancelOrderRefusal, [code: string, shop: Shop]> = {
  unknown_order: (_, code) => noOrder(code),
  wrong_status: ({ status }, code) => `Order ${code} ${whyNotCancelled[status] ?? statusText(status)}.`,
  has_refunds: (_, code) => `Order ${code} has a refund that is not cancelled; resolve that first.`,
  still_payable: ({ until }, code, shop) =>
    `Order ${code} has a card payment in progress that the payment provider cannot stop. It can be paid until ${momentText(until, shop)}: cancel the order after that.`,
  gateway_down: ({ error }, code) =>
    `Order ${code} has a card payment in progress and the payment provider is not responding (${plain(error instanceof Error ? error.message : String(error))}). Try again in a minute.`,
};

const reviveCommand: Command = {
  name: 'orders revive',
  takes: '<order>',
  does: 'Revive an order that was cancelled or not paid in time, if its places are still available. The customer is notified.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The order'] });
    const code = orderCodeOf(positionals[0]!);
    return await withOperator(values.as, async ({ db, parts, actor, now }) => {
      const revived = await reviveEnded({ db, money: parts.money }, { code, actor }, now);
      if (!revived.ok) return printRefusal(refusalText(reviveTexts, revived.error, code));
      print(`Order ${code} is valid again: it ${statusText(revived.value.paymentStatus)}.`);
      return 0;
    });
  },
};

const reviveTexts: RefusalTexts<ReviveRefusal, [code: string]> = {
  unknown_order: (_, code) => noOrder(code),
  not_ended: ({ status }, code) => `Order ${code} has not ended: it ${statusText(status)}.`,
  has_refunds: (_, code) => `Money of order ${code} was sent back, or is about to be. Place a new order instead.`,
  is_over: (_, code) => `The event of order ${code} is over or its coach has left.`,
  stock_gone: (_, code) => `The stock or the voucher for order ${code} is no longer available.`,
};

const createCommand: Command = {
  name: 'orders create',
  takes: '<file>',
  does: 'Place an order for a customer who ordered by phone, at the box office or through another channel.',
  options: [actorHelp],
  more: ORDER_FILE_EXAMPLE,
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The file'] });
    const wanted = await readOrderFile(positionals[0]!);
    return await withOperator(values.as, async (operator) => {
      const { db, config, shop, parts, actor, now } = operator;
      const created = await createOrderForCustomer(
        {
          db,
          shop,
          placing: parts.placing,
          attempts: parts.attempts(shop),
          invite: (tx, customerId, at) =>
            inviteCustomer(tx, { shop, shopUrl: config.shopUrl, sealer: parts.mailSealer }, customerId, at),
          askForTerms: async (tx, order, at) => mailTermsToAccept(tx, await parts.mailParts(tx), order, at),
        },
        { ...wanted, address: knownLines(wanted.address, operator), actor },
        now,
      );
      if (!created.ok) return printRefusal(createText(created.error, wanted.items, languageOfShop(shop.public)));
      const { order, isNewCustomer } = created.value;
      print(`Order ${order.code} is placed: ${moneyText(order.totalPrice, shop)}, ${order.paymentStatus}.`);
      if (isNewCustomer)
        print(`An account was created for ${plain(order.customerEmail)}, who will get an email to set a password.`);
      if (order.termsAcceptedAt === null)
        print('The Terms and Conditions have not been accepted: an email asks the customer to accept them.');
      if (order.paymentStatus === 'pending') {
        print(
          order.paymentMethod === 'bank_transfer'
            ? `Awaiting a transfer: npm run shop -- payments record ${order.code} <amount> --transaction ID`
            : `Awaiting a card payment; the email contains the link${order.payBy ? `, valid until ${momentText(order.payBy, shop)}` : ''}.`,
        );
      }
      return 0;
    });
  },
};

/** Refuses address lines that the shop does not use, because they would silently disappear. */
function knownLines(address: Record<string, string>, { shop }: OperatorShop): Record<string, string> {
  const keys = shop.public.addressLines.map((line) => line.key);
  const strange = Object.keys(address).find((key) => !keys.includes(key));
  if (strange) throw new UsageProblem(`address.${strange}: unknown line; the lines are ${keys.join(', ')}.`);
  return address;
}

function createText(
  refusal: CreateOrderRefusal,
  items: readonly { externalCode: string }[],
  { translate }: Language,
): string {
  switch (refusal.kind) {
    case 'channel':
      return `channel must be one of ${refusal.channels.join(', ')}.`;
    case 'item': {
      const { message, errors } = cartRefusal(refusal.refusal);
      const all = errors
        ? Object.entries(errors).map(([field, texts]) => `${field}: ${texts.map(translate).join(' ')}`)
        : [translate(message)];
      return `Item ${refusal.index + 1}, ${items[refusal.index]?.externalCode}: ${all.join('\n')}`;
    }
    case 'checkout':
      return checkoutText(refusal.refusal, translate);
  }
}

function checkoutText(refusal: CheckoutRefusal, translate: Language['translate']): string {
  if (refusal.kind === 'invalid_fields') {
    return inWords(refusal.problems, placingSentence)
      .map(({ field, message }) => `${field}: ${translate(message)}`)
      .join('\n');
  }
  if (refusal.kind === 'item_over') return `${refusal.product} is over or has already departed.`;
  return checkoutTexts[refusal.kind];
}

const checkoutTexts = {
  unknown_customer: 'There is no such customer.',
  unknown_cart: 'The items could not be held.',
  cart_expired: 'The items could not be held.',
  empty_cart: 'An order must have at least one item.',
  terms_changed: 'The Terms and Conditions have changed.',
  shop_inactive: 'The shop is closed at the moment.',
  too_much_unpaid: 'The customer has too many orders awaiting payment.',
  plan_too_late: 'The last payment of the plan would be due too late: it must be due before the day of the event.',
  voucher_with_plan: 'Vouchers cannot be used with a payment plan.',
  invalid_voucher: 'The voucher is invalid, used up or expired.',
};

const settleCommand: Command = {
  name: 'orders settle-problem',
  takes: '<order> --to paid|partial|cancelled',
  does: 'Resolve an order’s problem: as paid or partial, to match the money received, or by cancelling it.',
  options: [
    ['--to STATUS', 'paid or partial, whichever matches the money received; or cancelled.'],
    ['--reason TEXT', 'For the audit log; for a cancelled order, it is also included in the email to the customer.'],
    actorHelp,
  ],
  more: 'First assign any money in suspense ("payments list-open", "payments assign"); that often resolves the problem on its own.',
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, to: { type: 'string' }, reason: { type: 'string' } },
      takes: ['The order'],
    });
    const code = orderCodeOf(positionals[0]!);
    const to = oneOf(values.to, ['paid', 'partial', 'cancelled'], '--to');
    if (!to) throw new UsageProblem('--to is missing: paid, partial or cancelled.');
    const reason = reasonOf(values.reason);
    return await withOperator(values.as, async ({ db, parts, shop, actor, now }) => {
      const settled = await settleProblem({ ...parts, db }, { code, to, reason, actor }, now);
      if (settled.ok) {
        print(`Order ${code} is ${settled.value.paymentStatus}.`);
        return 0;
      }
      const { error } = settled;
      switch (error.kind) {
        case 'unknown_order':
          return unknownOrder(code);
        case 'no_problem':
          return printRefusal(`Order ${code} has no problem: it is ${error.status}.`);
        case 'money_differs':
          return printRefusal(
            `${moneyText(error.paid, shop)} of ${moneyText(error.total, shop)} has been paid for order ${code}, so it cannot be set to ${to}. Assign the money in suspense first: payments list-open.`,
          );
        case 'open_dispute':
          return printRefusal(
            `The payment of order ${code} is disputed (${error.gateway} ${plain(error.dispute)}), so its tickets are not admitted until the dispute is decided: payments disputes. Until then the order can only be cancelled.`,
          );
        case 'stock_gone':
          return printRefusal(
            `The stock or the voucher for order ${code} is no longer available; it can only be cancelled.`,
          );
        case 'has_refunds':
          return printRefusal(`Order ${code} has a refund that is not cancelled; resolve that first.`);
      }
    });
  },
};

const noOrder = (code: string): string => `There is no order ${plain(code)}.`;
const unknownOrder = (code: string): number => printRefusal(noOrder(code));

const orderCodeOf = normalizeReference;

function reasonOf(text: string | undefined): string {
  const reason = text?.trim() ?? '';
  if (reason.length > 2_000) throw new UsageProblem('--reason can have at most 2,000 characters.');
  return reason;
}

export const orderCommands: readonly Command[] = [
  listCommand,
  showCommand,
  createCommand,
  cancelCommand,
  reviveCommand,
  mailsCommand,
  resendCommand,
  settleCommand,
];
