import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { amountAwaitingAccount } from '#features/refunds/domain/amounts-for-account.ts';
import { waysOf } from '#features/refunds/domain/movement-status.ts';
import { type RefundStatus, refundStatuses } from '#features/refunds/domain/refund-status.ts';
import {
  type AdvanceRefusal,
  finishRefunds,
  holdRefunds,
  linesOfRefunds,
  movementsOf,
  movementsOfAll,
  openAccounts,
  type RefundMovementRow,
  type RefundRow,
  type RetryRefusal,
  refundByCode,
  refundRowsIn,
  retryMovement,
  returnsOf,
  settleUnclear,
  startRefunds,
} from '#features/refunds/server/public.ts';
import { refundStatusNames } from '#features/refunds/words/staff/status-names.ts';
import { bankDetailsCommand, bankRows } from './bank-details.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { createRefundCommand } from './create-refund.ts';
import { exportRefundsCommand } from './export-refunds.ts';
import { cancelRefundFileCommand, refundFilesCommand } from './refund-files.ts';
import { refuseRefundCommand } from './refuse-refund.ts';
import { plain, tableText } from './table.ts';
import { momentText, moneyText, reasonText, refundStatusText, statusText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { oneOf, readWords } from './words.ts';

const MAX_LISTED = 500;
const OPEN: readonly RefundStatus[] = ['active', 'processing', 'problem'];

/** The codes that `--status` takes, with the office's words. */
const statusList = refundStatuses.map((status) => `${status} (${refundStatusNames[status]})`).join(', ');

const listCommand: Command = {
  name: 'refunds list',
  takes: '[--status STATUS]',
  does: 'List open refunds, oldest first.',
  options: [['--status STATUS', `Only refunds with this status: ${statusList}.`]],
  async run(words) {
    const { values } = readWords(words, { options: { status: { type: 'string' } }, takes: [] });
    const status = oneOf(values.status, refundStatuses, '--status');
    return await withOperator(undefined, async ({ db, shop }) => {
      const refunds = await refundRowsIn(db, status ? [status] : OPEN, MAX_LISTED);
      if (refunds.length === 0) {
        print(status ? `No refund has the status “${refundStatusNames[status]}”.` : 'No open refunds.');
        return 0;
      }
      const movements = await movementsOfAll(
        db,
        refunds.map(({ id }) => id),
      );
      const rows = refunds.map((refund) => [
        refund.code,
        refundStatusNames[refund.status],
        momentText(refund.createdAt, shop),
        moneyText(refund.total, shop),
        goesTo(
          refund,
          movements.filter(({ refundId }) => refundId === refund.id),
        ),
        refund.exportedIn ? `in ${refund.exportedIn}` : '',
      ]);
      print(tableText([['Refund', 'Status', 'Requested', 'Total', 'To', 'File'], ...rows], [3]));
      const total = refunds.reduce((sum, refund) => sum + refund.total, 0);
      print(`${counted(refunds.length)}, ${moneyText(total, shop)} in total.`);
      if (refunds.length === MAX_LISTED) print(`Only the oldest ${MAX_LISTED} are listed.`);
      return 0;
    });
  },
};

const showCommand: Command = {
  name: 'refunds show',
  takes: '<refund>',
  does: 'Show one refund with its items and its bank details, so that you can pay it manually. Viewing bank details is recorded in the audit log.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The refund'] });
    return await withOperator(values.as, async (operator) => {
      const { db, parts, actor, now } = operator;
      const refund = await refundByCode(db, codeOf(positionals[0]!));
      if (!refund) return printRefusal(unknownText(codeOf(positionals[0]!)));
      await showRefund(refund, operator);
      const [opened] = await openAccounts(parts.refunds, { codes: [refund.code], actor }, now);
      if (!opened) {
        print(
          refund.bankSealed === null
            ? await withoutDetails(refund, operator)
            : 'The bank details cannot be read: they were encrypted with a different SECRET_KEY. Ask the customer for them.',
        );
        return 0;
      }
      print(tableText(bankRows(opened.details)));
      if (refund.note !== '') print(`Note: ${plain(refund.note)}`);
      return 0;
    });
  },
};

/** Names where the money goes, and the country of the account if the customer gave one. */
function goesTo(refund: RefundRow, movements: readonly RefundMovementRow[]): string {
  const { toCard, byBank } = waysOf(refund, movements);
  return [
    ...(toCard ? ['card'] : []),
    ...(byBank ? ['bank'] : []),
    ...(refund.bankCountry ? [refund.bankCountry] : []),
  ].join(', ');
}

/** Explains why a refund has no bank details, and what to do. */
async function withoutDetails(refund: RefundRow, { db, shop }: OperatorShop): Promise<string> {
  const waits = amountAwaitingAccount({ status: refund.status, hasAccount: false }, await movementsOf(db, refund.id));
  if (waits > 0)
    return `${moneyText(waits, shop)} waits for a bank account, which the customer can enter on the refund’s page. To add one: npm run shop -- refunds bank-details ${refund.code} <file>`;
  return refund.toCard ? 'No bank details are needed.' : 'There are no bank details, or they have been erased.';
}

async function showRefund(refund: RefundRow, { db, shop }: OperatorShop): Promise<void> {
  const { status, exportedIn } = refund;
  print(`Refund ${refund.code} ${refundStatusText(status)}${exportedIn ? `, in the file ${exportedIn}` : ''}.`);
  print(`${refund.isByOperator ? 'Made by the operator' : 'Requested'} ${momentText(refund.createdAt, shop)}.`);
  if (refund.isRefused) print(`It was declined: ${plain(refund.reason) || 'the reason has been erased'}`);
  else if (refund.reason !== '') print(`Reason: ${plain(refund.reason)}`);
  if (refund.completedAt) print(`Paid ${momentText(refund.completedAt, shop)}.`);
  for (const { words, recordedAt } of await returnsOf(db, refund.id)) {
    print(`The bank returned it: ${reasonText(words) || 'no reason given'} (${momentText(recordedAt, shop)}).`);
  }
  const lines = await linesOfRefunds(db, [refund.id]);
  const rows = lines.map((line) => [
    plain(line.frozen.name),
    plain(line.fullName ?? ''),
    line.code,
    refund.isWholePlan ? '' : moneyText(line.amount, shop),
  ]);
  if (refund.shippingRefund > 0) rows.push(['Shipping', '', '', moneyText(refund.shippingRefund, shop)]);
  rows.push([refund.isWholePlan ? 'Total of the plan' : 'Total', '', '', moneyText(refund.total, shop)]);
  print(tableText(rows, [3]));
  const movements = await movementsOf(db, refund.id);
  if (movements.length === 0) return;
  const moved = movements.map(({ key, gateway, amount, status, reason, exportedIn }) => [
    key,
    gateway === null ? 'bank' : `card (${gateway})`,
    moneyText(amount, shop),
    status,
    reasonText(reason) || (exportedIn && status === 'pending' ? `in ${exportedIn}` : ''),
  ]);
  print(tableText([['Movement', 'To', 'Amount', 'Status', ''], ...moved], [2]));
}

interface Step {
  command: string;
  does: string;
  options?: readonly (readonly [string, string])[];
  run: typeof startRefunds;
  /** Returns the output after the refund has moved. */
  done: (refund: RefundRow, money: string) => string;
}

function stepCommand(step: Step): Command {
  return {
    name: `refunds ${step.command}`,
    takes: '<refund>...',
    does: step.does,
    more: 'Several refunds change together: all of them or none.',
    options: [
      ['--reason TEXT', 'The reason, for the audit log. The log is kept forever, so do not include names.'],
      actorHelp,
    ],
    async run(words) {
      const { values, positionals } = readWords(words, {
        options: { ...actorOption, reason: { type: 'string' } },
        takes: ['The refund'],
        mayFollow: 199,
      });
      const codes = [...new Set(positionals.map(codeOf))];
      return await withOperator(values.as, async ({ parts, shop, actor, now }) => {
        const moved = await step.run(parts.refunds, { codes, actor, reason: values.reason }, now);
        if (!moved.ok)
          return printRefusal(moved.error.map(({ code, refusal }) => refusalText(code, refusal)).join('\n'));
        for (const refund of moved.value) print(step.done(refund, moneyText(refund.total, shop)));
        return 0;
      });
    },
  };
}

const startCommand = stepCommand({
  command: 'start',
  does: 'Accept refunds: the customer can no longer cancel, the ticket codes become permanently invalid and the money is owed.',
  run: startRefunds,
  done: (refund, money) => `Refund ${refund.code} is being paid out: ${money} is owed to the customer.`,
});

const doneCommand = stepCommand({
  command: 'done',
  does: 'Mark refunds as paid: they are recorded, items go back on sale, credit notes are issued and customers are notified.',
  run: finishRefunds,
  done: (refund, money) =>
    refund.status === 'processed'
      ? `Refund ${refund.code} is paid out: ${money} has been paid and the customer notified.`
      : refund.status === 'problem'
        ? `The bank transfer of refund ${refund.code} has been paid, but another part has failed: npm run shop -- refunds show ${refund.code}`
        : `The bank transfer of refund ${refund.code} has been paid; the rest will go to the card.`,
});

const problemCommand = stepCommand({
  command: 'problem',
  does: 'Mark refunds as failed or returned by the bank. "refunds start" retries them, and the next file includes them.',
  run: holdRefunds,
  done: (refund) =>
    `Refund ${refund.code} has a problem and is on hold. To retry: npm run shop -- refunds start ${refund.code}`,
});

const retryCommand: Command = {
  name: 'refunds retry',
  takes: '<movement> [--by-bank]',
  does: 'Retry one failed movement of a refund: to the card where the gateway allows it, otherwise by bank transfer.',
  more: '"refunds show" lists the movements. A refund has a problem as long as one of them has failed.',
  options: [['--by-bank', 'Send the money by bank transfer instead of to the card.'], actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, 'by-bank': { type: 'boolean' } },
      takes: ['The movement'],
    });
    const key = normalizeReference(positionals[0]!);
    return await withOperator(values.as, async (operator) => {
      const { parts, actor, now } = operator;
      const retried = await retryMovement(parts.refunds, { key, byBank: values['by-bank'] === true, actor }, now);
      if (!retried.ok) return printRefusal(retryRefusal(key, retried.error));
      const { movement, gateway, refund } = retried.value;
      if (gateway !== null) print(`${movement} will be sent to the card again, through ${gateway}.`);
      else if (refund.bankSealed === null) {
        print(`${movement} will be paid by bank transfer. ${await withoutDetails(refund, operator)}`);
      } else {
        print(
          `${movement} will be paid by bank transfer: the next "refunds export" includes it, or pay it manually (refunds show ${refund.code}).`,
        );
      }
      return 0;
    });
  },
};

const lookedUpCommand: Command = {
  name: 'refunds looked-up',
  takes: '<movement> --made | --not-made',
  does: 'Record what the provider’s own pages show for a card refund whose outcome the shop can no longer query.',
  more: 'shop doctor lists such movements. A refund that was not made counts as failed; then use "refunds retry".',
  options: [
    ['--made', 'The provider shows the refund.'],
    ['--not-made', 'The provider does not show the refund.'],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, made: { type: 'boolean' }, 'not-made': { type: 'boolean' } },
      takes: ['The movement'],
    });
    const wasMade = values.made === true;
    if (wasMade === (values['not-made'] === true)) throw new UsageProblem('Give either --made or --not-made.');
    const key = normalizeReference(positionals[0]!);
    return await withOperator(values.as, async ({ parts, actor, now }) => {
      const settled = await settleUnclear(parts.refunds, { key, wasMade, actor }, now);
      if (!settled.ok) {
        return printRefusal(
          {
            unknown_movement: `There is no movement ${plain(key)}.`,
            not_unclear: `The outcome of movement ${plain(key)} is known, or the shop is still asking the provider.`,
          }[settled.error.kind],
        );
      }
      print(wasMade ? `Movement ${key} is done.` : `Movement ${key} has failed: npm run shop -- refunds retry ${key}`);
      return 0;
    });
  },
};

function retryRefusal(key: string, refusal: RetryRefusal): string {
  switch (refusal.kind) {
    case 'unknown_movement':
      return `There is no movement ${plain(key)}.`;
    case 'not_failed':
      return `Movement ${plain(key)} is ${refusal.status}; only a failed one can be tried again.`;
    case 'disputed':
      return 'The customer disputes a payment for this order. Wait for the decision, so that nothing is paid twice.';
    case 'in_file':
      return `The file ${refusal.file} already includes another part of this refund. Wait until the bank has paid it.`;
  }
}

function refusalText(code: string, refusal: AdvanceRefusal): string {
  switch (refusal.kind) {
    case 'unknown_refund':
      return unknownText(code);
    case 'wrong_status':
      return `Refund ${code} ${refundStatusText(refusal.status)}; this command is not possible in that state.`;
    case 'order_not_settled':
      return `The order of refund ${code} ${statusText(refusal.paymentStatus)}; resolve that first, so that nothing is paid twice.`;
    case 'booked_before':
      return `This line of the bank statement has already been applied to refund ${code}.`;
    case 'being_paid':
      return `A payment for the order of refund ${code} is in progress; try again once it has finished.`;
  }
}

const codeOf = normalizeReference;
const unknownText = (code: string): string => `There is no refund ${plain(code)}.`;
const counted = (count: number): string => (count === 1 ? '1 refund' : `${count} refunds`);

export const refundCommands: readonly Command[] = [
  listCommand,
  showCommand,
  createRefundCommand,
  startCommand,
  doneCommand,
  problemCommand,
  retryCommand,
  lookedUpCommand,
  refuseRefundCommand,
  bankDetailsCommand,
  exportRefundsCommand,
  refundFilesCommand,
  cancelRefundFileCommand,
];
