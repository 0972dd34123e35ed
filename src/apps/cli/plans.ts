import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { findPayable } from '#features/orders/server/public.ts';
import {
  closeInstalmentPayments,
  type LateInstalments,
  lastChange,
  type MoveInstalmentRefusal,
  mailInstalmentLink,
  moveInstalment,
  type PlanRefusal,
  type SplitInstalmentRefusal,
  splitInstalment,
  type UndoChangeRefusal,
  undoPlanChange,
  type WaiveRefusal,
  waiveInstalments,
} from '#features/payment-plans/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Result } from '#kernel/result.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { type RefusalTexts, refusalText } from './refusal-texts.ts';
import { orderAsText } from './show-order.ts';
import { plain } from './table.ts';
import { amountOf, dayText, momentText, moneyText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const instalmentWord = 'The payment';
const asDay = 'such as 2027-07-12, in the shop’s time zone';

const moveCommand: Command = {
  name: 'plans move',
  takes: '<payment> <day> [--later]',
  does: 'Move the due date of an open instalment. The customer gets the new plan by email.',
  options: [['--later', 'Move the later instalments by the same number of days.'], actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, later: { type: 'boolean' } },
      takes: [instalmentWord, 'The day'],
    });
    const [reference, day] = positionals as [string, string];
    return await withOperator(values.as, async (operator) => {
      const { parts, db, actor, now } = operator;
      const request = { reference, day, movesLaterInstalments: values.later ?? false, actor };
      return await answer(operator, await moveInstalment({ db, money: parts.money }, request, now), moveTexts);
    });
  },
};

const splitCommand: Command = {
  name: 'plans split',
  takes: '<payment> <amount> --second-day DAY [--first-day DAY]',
  does: 'Split an open instalment in two. The first has the amount, the second the rest.',
  options: [
    ['--second-day DAY', `When the second is due, ${asDay}.`],
    ['--first-day DAY', 'When the first is due. Default: its current day.'],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, 'first-day': { type: 'string' }, 'second-day': { type: 'string' } },
      takes: [instalmentWord, 'The amount of the first instalment'],
    });
    const secondDay = values['second-day'];
    if (secondDay === undefined) throw new UsageProblem(`--second-day is missing: ${asDay}.`);
    return await withOperator(values.as, async (operator) => {
      const { parts, db, shop, actor, now } = operator;
      const [reference, amount] = [positionals[0]!, amountOf(positionals[1]!, shop)];
      const closed = await closePayments(operator, reference);
      if (closed !== null) return closed;
      const request = { reference, amount, firstDay: values['first-day'] ?? '', secondDay, actor };
      return await answer(operator, await splitInstalment({ db, money: parts.money }, request, now), splitTexts);
    });
  },
};

const waiveCommand: Command = {
  name: 'plans waive',
  takes: '<order or payment> [<amount>] --reason TEXT',
  does: 'Lower the price of a payment plan: by part of an open instalment, all of it, or everything outstanding.',
  options: [['--reason TEXT', 'For the audit log; do not include names.'], actorHelp],
  more: `With an order code, everything that is outstanding is waived, and the order is paid. The sale is booked again
at the lower price, and documents follow. "plans undo" takes it back.`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, reason: { type: 'string' } },
      takes: ['The order or payment'],
      mayFollow: 1,
    });
    const reason = values.reason?.trim() ?? '';
    if (reason === '') throw new UsageProblem('--reason is missing.');
    if (reason.length > 2_000) throw new UsageProblem('--reason can have at most 2,000 characters.');
    return await withOperator(values.as, async (operator) => {
      const { parts, db, shop, actor, now } = operator;
      const [reference, typed] = [positionals[0]!, positionals[1]];
      const amount = typed === undefined ? null : amountOf(typed, shop);
      const closed = await closePayments(operator, reference);
      if (closed !== null) return closed;
      const waived = await waiveInstalments({ db, money: parts.money }, { reference, amount, reason, actor }, now);
      if (waived.ok) print(`${moneyText(waived.value.amount, shop)} waived.`);
      return await answer(operator, waived, waiveTexts);
    });
  },
};

const mailLinkCommand: Command = {
  name: 'plans mail-link',
  takes: '<payment>',
  does: 'Email the customer how to pay an open instalment now, also before it is due.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: [instalmentWord] });
    return await withOperator(values.as, async ({ parts, db, shop, actor, now }) => {
      const mailed = await mailInstalmentLink({ db, money: parts.money }, { reference: positionals[0]!, actor }, now);
      if (!mailed.ok) return printRefusal(refusalText(planTexts, mailed.error, shop));
      print(`An email will be sent to ${plain(mailed.value.recipient)}.`);
      return 0;
    });
  },
};

const undoCommand: Command = {
  name: 'plans undo',
  takes: '<order>',
  does: 'Undo the last change of a payment plan (move, split or waive), unless something later depends on it.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The order'] });
    return await withOperator(values.as, async (operator) => {
      const { parts, db, actor, now } = operator;
      const order = normalizeReference(positionals[0]!);
      const found = await findPayable(db, order);
      if (!found) return printRefusal(noSuchInstalment());
      const change = await lastChange(db, found.orderId);
      if (!change) return printRefusal(`The plan of order ${order} has no change that can be undone.`);
      const closed = await closePayments(operator, order);
      if (closed !== null) return closed;
      const request = { order, change: change.id, actor };
      return await answer(operator, await undoPlanChange({ db, money: parts.money }, request, now), undoTexts);
    });
  },
};

/** Closes open payment pages, which would ask for the earlier amount. Returns null once none is open. */
async function closePayments({ db, parts, now }: OperatorShop, reference: string): Promise<number | null> {
  const closed = await closeInstalmentPayments({ ...parts, db }, reference, now);
  if (closed.ok) return null;
  const { error } = closed.error;
  const why = plain(error instanceof Error ? error.message : String(error));
  return printRefusal(
    `A card payment is in progress and the payment provider is not responding (${why}). Try again in a minute.`,
  );
}

/** Prints the order after the change, or why nothing was changed. */
async function answer<Refusal extends { readonly kind: string }>(
  { db, shop, now }: OperatorShop,
  result: Result<{ readonly order: string; readonly late?: LateInstalments | null }, Refusal>,
  texts: RefusalTexts<Refusal, [shop: Shop]>,
): Promise<number> {
  if (!result.ok) return printRefusal(refusalText(texts, result.error, shop));
  const { order, late } = result.value;
  if (late) print(lateText(late, shop));
  print((await orderAsText(db, shop, order, now)) ?? '');
  return 0;
}

const lateText = ({ references, begins }: LateInstalments, shop: Shop): string =>
  `Warning: the event or journey begins on ${dayText(begins, shop)}, and ${references.join(', ')} ${references.length === 1 ? 'is' : 'are'} not due before that day.`;

const noSuchInstalment = () => 'There is no such payment or order.';

const planTexts: RefusalTexts<PlanRefusal, [shop: Shop]> = {
  unknown_instalment: noSuchInstalment,
  no_plan: () => 'This order has no payment plan.',
  not_begun: () => 'This plan has not begun: its first payment has not arrived.',
  not_under_way: () => 'This plan is no longer open: its order is paid, has ended or has a problem.',
  has_refunds: () => 'This order has a refund that is not cancelled; resolve that first.',
  paid_already: () => 'There is nothing left to pay for this instalment.',
  on_its_way: () => 'Money for this instalment is on its way. Try again once it has arrived or failed.',
  instalment_problem: () => 'This instalment has a payment problem; see orders settle-problem.',
  being_paid: ({ until }, shop) =>
    `A card payment of this instalment is in progress and cannot be stopped. It can be paid until ${momentText(until, shop)}.`,
};

const dayTexts: Pick<
  RefusalTexts<MoveInstalmentRefusal, [shop: Shop]>,
  'no_day' | 'day_passed' | 'day_too_far' | 'not_before' | 'not_after'
> = {
  no_day: () => `The day must be written ${asDay}.`,
  day_passed: () => 'This day has passed.',
  day_too_far: () => 'This day is more than two years away.',
  not_before: ({ day }, shop) =>
    `The instalment before it is due on ${dayText(day, shop)}: choose that day or a later one.`,
  not_after: ({ day }, shop) =>
    `The next instalment is due on ${dayText(day, shop)}: choose that day or an earlier one.`,
};

const moveTexts: RefusalTexts<MoveInstalmentRefusal, [shop: Shop]> = {
  ...planTexts,
  ...dayTexts,
  not_after: ({ day }, shop) =>
    `The next instalment is due on ${dayText(day, shop)}: choose that day or an earlier one, or move the later ones too (--later).`,
  same_day: () => 'It is already due on this day.',
};

const splitTexts: RefusalTexts<SplitInstalmentRefusal, [shop: Shop]> = {
  ...planTexts,
  amount_not_between: ({ minimum, maximum }, shop) =>
    `The amount must be from ${moneyText(minimum, shop)} to ${moneyText(maximum, shop)}.`,
  day: ({ of, why }, shop) => `--${of}-day: ${refusalText(dayTexts, why, shop)}`,
};

const waiveTexts: RefusalTexts<WaiveRefusal, [shop: Shop]> = {
  ...planTexts,
  more_than_open: ({ open }, shop) => `Only ${moneyText(open, shop)} is outstanding.`,
  nothing_open: () => 'Nothing is left to pay.',
  no_reason: () => '--reason is missing.',
};

const undoTexts: RefusalTexts<UndoChangeRefusal, [shop: Shop]> = {
  ...planTexts,
  not_the_last: () => 'The plan has been changed again meanwhile.',
  paid_since: () => 'Money has since arrived for this instalment, so the change can no longer be undone.',
  instalment_in_use: () => 'The customer has begun to pay the new instalment, so the split can no longer be undone.',
};

export const planCommands: readonly Command[] = [moveCommand, splitCommand, waiveCommand, mailLinkCommand, undoCommand];
