import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import {
  type CreateRefundRefusal,
  cardMoneyOfOrder,
  createRefund,
  moneyOnItsWay,
  previewRefund,
  type RefundWays,
  startRefund,
} from '#features/refunds/server/public.ts';
import { type Command, print, printRefusal } from './command.ts';
import { plain, tableText } from './table.ts';
import { amountOf, moneyText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { oneOf, readWords, requiredReason } from './words.ts';

const MAX_ITEMS = 200;

export const createRefundCommand: Command = {
  name: 'refunds create',
  takes: '<order> [<ticket or item>...] --reason TEXT',
  does: 'Refund items of an order without a customer request, and start the refund. Deadlines do not apply.',
  options: [
    ['--reason TEXT', 'The reason, shown to the customer in the email and on the refund page.'],
    ['--fees kept|returned', 'Keep the booking and refund fees, or refund them too. Default: kept.'],
    ['--shipping yes|no', 'Whether to refund shipping. Default: yes with the last piece of merchandise, otherwise no.'],
    ['--amount AMOUNT', 'Refund only this amount in total. Default: what was paid, less the fees that are kept.'],
    ['--to card|bank', 'To the card that paid, as far as possible, or by bank transfer. Default: card.'],
    ['--dry-run', 'Show the items and amounts without changing anything.'],
    actorHelp,
  ],
  more: `Without ticket or item codes, everything that is in no refund yet is refunded. The items become invalid at once. A payment
plan is always refunded as a whole. "orders show" lists the codes.`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: {
        ...actorOption,
        reason: { type: 'string' },
        fees: { type: 'string' },
        shipping: { type: 'string' },
        amount: { type: 'string' },
        to: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
      takes: ['The order'],
      mayFollow: MAX_ITEMS,
    });
    const isDry = values['dry-run'] ?? false;
    const reason = isDry ? '' : requiredReason(values.reason);
    const fees = oneOf(values.fees, ['kept', 'returned'], '--fees') ?? 'kept';
    const shipping = oneOf(values.shipping, ['yes', 'no'], '--shipping');
    const to = oneOf(values.to, ['card', 'bank'], '--to') ?? 'card';
    const [orderCode, ...codes] = positionals as [string, ...string[]];
    return await withOperator(values.as, async (operator) => {
      const { parts, shop, actor, now } = operator;
      const wanted = {
        orderCode: normalizeReference(orderCode),
        codes: [...new Set(codes.map((code) => code.trim().toUpperCase()))],
        fees,
        shipping: shipping === undefined ? null : shipping === 'yes',
        amount: values.amount === undefined ? null : amountOf(values.amount, shop),
      };
      if (isDry) return await preview({ ...wanted, to }, operator);
      const made = await createRefund(parts.refunds, { ...wanted, to, reason, actor }, now);
      if (!made.ok) return printRefusal(createText(made.error, wanted.orderCode, shop));
      const { code, total } = made.value;
      print(
        `Refund ${code} created: ${moneyText(total, shop)}. Its items are no longer valid; the customer will be notified.`,
      );
      const started = await startRefund(parts.refunds, { code, actor }, now);
      if (started.ok) print(waysText(await moneyOnItsWay(operator.db, code), shop));
      else print(`It could not be started (${started.error.kind}). Try again: npm run shop -- refunds start ${code}`);
      return 0;
    });
  },
};

/** Says in a sentence where a refund's money goes. */
function waysText({ toCard, byBank }: RefundWays, shop: OperatorShop['shop']): string {
  const card = `${moneyText(toCard, shop)} will go back to the card`;
  const bank = `${moneyText(byBank, shop)} will be paid by bank transfer, which needs the customer's bank details`;
  if (toCard > 0 && byBank > 0) return `${card}, and ${bank}.`;
  return toCard > 0 ? `${card}.` : `${bank[0]!.toUpperCase()}${bank.slice(1)}.`;
}

async function preview(
  wanted: Parameters<typeof previewRefund>[1] & { to: 'card' | 'bank' },
  { db, parts, shop, now }: OperatorShop,
): Promise<number> {
  const decided = await previewRefund(db, wanted, now);
  if (!decided.ok) return printRefusal(createText(decided.error, wanted.orderCode, shop));
  const { items, lines, shippingRefund, total } = decided.value;
  const isPlan = total > 0 && lines.every(({ amount }) => amount === 0) && shippingRefund < total;
  const rows = lines.map((line) => {
    const item = items.find(({ code }) => code === line.code)!;
    const kept = line.refundFee > 0 ? `${moneyText(line.refundFee, shop)} of the price kept` : '';
    const back = line.feeRefund > 0 ? `with ${moneyText(line.feeRefund, shop)} booking fee` : '';
    const notes = [kept, back].filter(Boolean).join(', ');
    return [plain(item.name), plain(item.fullName ?? ''), item.code, isPlan ? '' : moneyText(line.amount, shop), notes];
  });
  if (shippingRefund > 0) rows.push(['Shipping', '', '', isPlan ? '' : moneyText(shippingRefund, shop), '']);
  rows.push([isPlan ? 'Total of the plan' : 'Total', '', '', moneyText(total, shop), '']);
  print(tableText(rows, [3]));
  const toCard = wanted.to === 'card' ? Math.min(total, await cardMoneyOfOrder(parts.refunds, wanted.orderCode)) : 0;
  if (total > 0) print(waysText({ toCard, byBank: total - toCard }, shop));
  print('Nothing was changed.');
  return 0;
}

function createText(refusal: CreateRefundRefusal, order: string, shop: OperatorShop['shop']): string {
  switch (refusal.kind) {
    case 'unknown_order':
      return `There is no order ${plain(order)}.`;
    case 'unknown_item':
      return `Order ${order} has no ticket or item ${plain(refusal.code)}.`;
    case 'order_not_refundable':
      return `Order ${order} is not paid. Cancel it instead, or resolve its problem first.`;
    case 'being_paid':
      return `A payment for order ${order} is in progress; try again once it has finished.`;
    case 'nothing_left':
      return `Everything in order ${order} is already in a refund.`;
    case 'item_in_refund':
      return `${plain(refusal.name)} (${refusal.code}) is already in a refund, or cancelled.`;
    case 'no_shipping_left':
      return `No shipping was paid for order ${order}, or it has already been refunded.`;
    case 'amount_not_between':
      return `That is more than can still be refunded for these items: ${moneyText(refusal.maximum, shop)}.`;
  }
}
