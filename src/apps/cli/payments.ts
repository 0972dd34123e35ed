import { endCharge, type ReturnRefusal, resetAttempts, returnOwed } from '#features/desk/server/public.ts';
import { chargeBackCommand } from './charge-back.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { disputesCommand } from './disputes.ts';
import { fraudWarningsCommand, settleWarningCommand } from './fraud-warnings.ts';
import { importPaymentsCommand } from './import-payments.ts';
import { payoutsCommand, settlePayoutCommand } from './payouts.ts';
import { assignCommand, keepCommand, listCommand, sendReceiptBack, settleCommand } from './receipts.ts';
import { type RefusalTexts, refusalText } from './refusal-texts.ts';
import { recordCommand, undoCommand } from './transfers.ts';
import { amountOf, moneyText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, receiptNumber, transactionOf } from './words.ts';

const returnCommand: Command = {
  name: 'payments return',
  takes: '<receipt> | <order> <amount> --transaction ID',
  does: 'Send card money in suspense back to the card now, or record money you have sent back for a partially paid order that was cancelled.',
  options: [['--transaction ID', 'With an order: the bank’s ID for your transfer.'], actorHelp],
  more: 'Card money that arrived late, twice or in excess is sent back automatically after an hour: see "payments list-open" and "payments keep".',
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, transaction: { type: 'string' } },
      takes: ['The receipt number or the order'],
      mayFollow: 1,
    });
    if (positionals.length === 1) {
      if (!/^\d+$/.test(positionals[0]!)) throw new UsageProblem('The amount is missing.');
      return await sendReceiptBack(receiptNumber(positionals[0]!), values.as);
    }
    const transaction = transactionOf(values.transaction);
    return await withOperator(values.as, async ({ db, shop, now, actor }) => {
      const wanted = { code: positionals[0]!, amount: amountOf(positionals[1]!, shop), transaction, actor };
      const returned = await returnOwed({ db }, wanted, now);
      if (!returned.ok) return printRefusal(refusalText(returnTexts, returned.error, shop));
      const { order, owed } = returned.value;
      print(`${moneyText(wanted.amount, shop)} is recorded as returned for order ${order.code}.`);
      print(owed > 0 ? `${moneyText(owed, shop)} is still owed.` : 'Nothing is owed now.');
      return 0;
    });
  },
};

const returnTexts: RefusalTexts<ReturnRefusal, [shop: OperatorShop['shop']]> = {
  unknown_order: () => 'There is no such order.',
  not_over: () => 'This order is still valid. To send its money back, create a refund.',
  amount_not_between: ({ maximum }, shop) => `That is more than is owed: ${moneyText(maximum, shop)}.`,
  booked_before: () => 'This transfer has already been recorded for this order.',
};

const endChargeCommand: Command = {
  name: 'payments end-charge',
  takes: '<reference> --reason TEXT',
  does: 'Close a charge to a saved card that the provider has not confirmed for a day and that you could not find there.',
  options: [
    ['--reason TEXT', 'How you know, for the audit log. The log is kept forever, so do not include names.'],
    actorHelp,
  ],
  more: 'shop doctor lists such charges. The customer can then pay using the link. If the money arrives after all, it is applied, or sent back to the card if the instalment has been paid in the meantime.',
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, reason: { type: 'string' } },
      takes: ['The reference of the charge'],
    });
    const reason = values.reason?.trim() ?? '';
    if (reason === '' || reason.length > 2_000)
      throw new UsageProblem('--reason must say how you know, in up to 2,000 characters.');
    return await withOperator(values.as, async ({ db, now, actor }) => {
      const ended = await endCharge({ db }, { reference: positionals[0]!, reason, actor }, now);
      if (!ended.ok) {
        return printRefusal(
          {
            unknown_charge: 'There is no such charge to a saved card; shop doctor lists unconfirmed charges.',
            ended_before: 'The outcome of this charge is known.',
            still_repeated: 'This charge is less than a day old; the shop is still checking it with the provider.',
          }[ended.error.kind],
        );
      }
      print(`Charge ${ended.value.reference} of order ${ended.value.orderCode} is closed.`);
      return 0;
    });
  },
};

const resetCommand: Command = {
  name: 'payments reset-attempts',
  takes: '<payment>',
  does: 'Let the customer retry a card payment that has reached its maximum number of attempts.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The payment reference'] });
    return await withOperator(values.as, async ({ db, now, actor }) => {
      const reset = await resetAttempts({ db }, { reference: positionals[0]!, actor }, now);
      if (!reset.ok) {
        return printRefusal(
          {
            unknown_reference:
              'There is no such payment; its reference is the order code with a number, for example SLK-7Q4M2X-2.',
            paid_already: 'This payment has already been paid.',
          }[reset.error.kind],
        );
      }
      const { reference, attempts } = reset.value;
      print(`Payment ${reference} had ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}; the count is back to 0.`);
      return 0;
    });
  },
};

export const paymentCommands: readonly Command[] = [
  importPaymentsCommand,
  recordCommand,
  undoCommand,
  listCommand,
  assignCommand,
  settleCommand,
  keepCommand,
  returnCommand,
  chargeBackCommand,
  disputesCommand,
  fraudWarningsCommand,
  settleWarningCommand,
  payoutsCommand,
  settlePayoutCommand,
  resetCommand,
  endChargeCommand,
];
