import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BankDetails } from '#features/refunds/domain/bank-details.ts';
import { printedNumber } from '#features/refunds/domain/bank-details.ts';
import { type RefundStatus, refundStatuses } from '#features/refunds/domain/refund-status.ts';
import {
  type AdvanceRefusal,
  type ExportedRefunds,
  exportRefunds,
  finishRefund,
  holdRefund,
  type LeftOut,
  linesOfRefunds,
  numberChecks,
  type RefundRow,
  readableDetails,
  refundByCode,
  refundRowsIn,
  startRefund,
} from '#features/refunds/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { type Command, refused, say, UsageProblem } from './command.ts';
import { plain, tableText } from './table.ts';
import { momentText, moneyText } from './values.ts';
import { asHelp, asOption, type OperatorShop, withOperator } from './with-operator.ts';
import { oneOf, readWords } from './words.ts';

const MOST_LISTED = 500;
const OPEN: readonly RefundStatus[] = ['active', 'processing', 'problem'];

const listCommand: Command = {
  name: 'refunds list',
  takes: '[--status STATUS]',
  does: 'List the refunds that wait for somebody, oldest first.',
  options: [['--status STATUS', `Those of one status: ${refundStatuses.join(', ')}.`]],
  async run(words) {
    const { values } = readWords(words, { options: { status: { type: 'string' } }, takes: [] });
    const status = oneOf(values.status, refundStatuses, '--status');
    return await withOperator(undefined, async ({ db, shop }) => {
      const refunds = await refundRowsIn(db, status ? [status] : OPEN, MOST_LISTED);
      if (refunds.length === 0) {
        say(status ? `No refund is ${status}.` : 'No refund waits.');
        return 0;
      }
      const rows = refunds.map((refund) => [
        refund.code,
        refund.status,
        momentText(refund.createdAt, shop),
        moneyText(refund.total, shop),
        refund.bankCountry ?? '',
        refund.exportedIn ? `in ${refund.exportedIn}` : '',
      ]);
      say(tableText([['Refund', 'Status', 'Requested', 'Total', 'Bank', 'File'], ...rows], [3]));
      const total = refunds.reduce((sum, refund) => sum + refund.total, 0);
      say(`${counted(refunds.length)}, ${moneyText(total, shop)} in all.`);
      if (refunds.length === MOST_LISTED) say(`Only the oldest ${MOST_LISTED} are listed.`);
      return 0;
    });
  },
};

const showCommand: Command = {
  name: 'refunds show',
  takes: '<refund>',
  does: 'Show one refund with its items and, for paying it by hand, its bank details. Who looked is written to the audit log.',
  options: [asHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: asOption, takes: ['The refund'] });
    return await withOperator(values.as, async (operator) => {
      const { db, parts, actor, now } = operator;
      const refund = await refundByCode(db, codeOf(positionals[0]!));
      if (!refund) return refused(unknown(positionals[0]!));
      await showRefund(refund, operator);
      const details = readableDetails(parts.refunds.sealer, refund);
      if (!details) {
        say(
          refund.bankSealed === null
            ? 'The bank details are erased.'
            : 'The bank details cannot be read: they were sealed with another SECRET_KEY. Ask the customer for them.',
        );
        return 0;
      }
      await writeAudit(db, { actor, action: 'refund.bank_details_seen', subject: refund.code }, now);
      say(tableText(bankRows(details)));
      if (refund.note !== '') say(`Note: ${plain(refund.note)}`);
      return 0;
    });
  },
};

async function showRefund(refund: RefundRow, { db, shop }: OperatorShop): Promise<void> {
  const { status, exportedIn } = refund;
  say(`Refund ${refund.code} is ${status}${exportedIn ? `, in the file ${exportedIn}` : ''}.`);
  say(`Requested ${momentText(refund.createdAt, shop)}.`);
  if (refund.completedAt) say(`Paid ${momentText(refund.completedAt, shop)}.`);
  const lines = await linesOfRefunds(db, [refund.id]);
  const rows = lines.map((line) => [
    plain(line.frozen.name),
    plain(line.fullName ?? ''),
    line.code,
    refund.isWholePlan ? '' : moneyText(line.amount, shop),
  ]);
  if (refund.shippingRefund > 0) rows.push(['Shipping', '', '', moneyText(refund.shippingRefund, shop)]);
  rows.push([refund.isWholePlan ? 'Total of the plan' : 'Total', '', '', moneyText(refund.total, shop)]);
  say(tableText(rows, [3]));
}

function bankRows(details: BankDetails): string[][] {
  const { iban, account, bic, ownerAddress } = details;
  const doubt = (isRight: boolean) => (isRight ? '' : '  (does not look right)');
  const rows = [
    ['Account holder', plain(details.ownerFullName)],
    ['Address', plain(Object.values(ownerAddress).join(', '))],
    ['Bank', plain([details.bankName, details.bankCity, details.country].filter(Boolean).join(', '))],
    ['BIC', plain(bic) + doubt(numberChecks.isBic(bic))],
    iban === ''
      ? ['Account number', plain(account)]
      : ['IBAN', plain(printedNumber(iban)) + doubt(numberChecks.isIban(iban))],
  ];
  return rows;
}

interface Step {
  command: string;
  does: string;
  options?: readonly (readonly [string, string])[];
  run: typeof startRefund;
  /** What is said of a refund that was moved. */
  done: (refund: RefundRow, money: string) => string;
}

function stepCommand(step: Step): Command {
  return {
    name: `refunds ${step.command}`,
    takes: '<refund>...',
    does: step.does,
    options: [['--reason TEXT', 'Why, for the audit log.'], asHelp],
    async run(words) {
      const { values, positionals } = readWords(words, {
        options: { ...asOption, reason: { type: 'string' } },
        takes: ['The refund'],
        mayFollow: 199,
      });
      const codes = [...new Set(positionals.map(codeOf))];
      return await withOperator(values.as, async ({ parts, shop, actor, now }) => {
        const refusals: string[] = [];
        // Each is a transaction of its own: one that cannot be moved does not stop the others.
        for (const code of codes) {
          const moved = await step.run(parts.refunds, { code, actor, reason: values.reason }, now);
          if (moved.ok) say(step.done(moved.value, moneyText(moved.value.total, shop)));
          else refusals.push(refusalText(code, moved.error));
        }
        for (const refusal of refusals) process.stderr.write(`${refusal}\n`);
        if (refusals.length < codes.length) return refusals.length > 0 ? 1 : 0;
        process.stderr.write('Nothing was changed.\n');
        return 2;
      });
    },
  };
}

const startCommand = stepCommand({
  command: 'start',
  does: 'Accept refunds: the customer can no longer cancel, their tickets’ codes are dead for good, the money is owed.',
  run: startRefund,
  done: (refund, money) => `Refund ${refund.code} is processing: ${money} are owed to the customer.`,
});

const doneCommand = stepCommand({
  command: 'done',
  does: 'Say that refunds are paid: booked, returned to sale, credited, and the customers are told.',
  run: finishRefund,
  done: (refund, money) => `Refund ${refund.code} is done: ${money} are paid, and the customer is told.`,
});

const problemCommand = stepCommand({
  command: 'problem',
  does: 'Say that refunds could not be paid. "refunds start" tries again, and the next file orders them again.',
  run: holdRefund,
  done: (refund) => `Refund ${refund.code} has a problem and waits: npm run shop -- refunds start ${refund.code}`,
});

function refusalText(code: string, refusal: AdvanceRefusal): string {
  switch (refusal.kind) {
    case 'unknown_refund':
      return unknown(code);
    case 'not_from_here':
      return `Refund ${code} is ${refusal.status}; this is not possible from there.`;
    case 'order_not_settled':
      return `The order of refund ${code} is ${refusal.paymentStatus}; settle that first, so that nothing is paid twice.`;
    case 'being_paid':
      return `A payment for the order of refund ${code} is under way; try again when it has ended.`;
  }
}

const exportCommand: Command = {
  name: 'refunds export',
  takes: '<file.xml> [--again FILE-ID]',
  does: 'Write the started refunds as a SEPA credit transfer file (pain.001.001.09) for the bank. Each is ordered once.',
  options: [
    ['--iban IBAN', 'The account that pays. Default: operator.bank_iban of shop.yaml.'],
    ['--bic BIC', 'Its bank. Default: operator.bank_bic of shop.yaml; banks know it from the IBAN.'],
    ['--again FILE-ID', 'Write an earlier file once more, under the same id, so that the bank executes it once.'],
    asHelp,
  ],
  more: `The file holds bank details: only your account can read it, and it should be removed once the bank has it.
Refunds without a complete IBAN are named; pay them by hand with "refunds show".
When the bank has paid: npm run shop -- refunds done <refund>...`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: {
        ...asOption,
        iban: { type: 'string' },
        bic: { type: 'string' },
        again: { type: 'string' },
      },
      takes: ['The file'],
    });
    const file = path.resolve(positionals[0]!);
    return await withOperator(values.as, async (operator) => {
      const { parts, actor, now } = operator;
      let isWritten = false;
      // Never over an earlier file: it may not have reached the bank yet.
      const write = async (xml: string) => {
        await writeFile(file, xml, { mode: 0o600, flag: 'wx' });
        isWritten = true;
      };
      const payer = payerOf(values, operator);
      const request = { payer, actor, again: values.again?.trim() || undefined, write };
      const exported = await exportRefunds(parts.refunds, request, now).catch(async (error) => {
        // What was not committed must not reach the bank.
        if (isWritten) await rm(file, { force: true });
        if ((error as NodeJS.ErrnoException).code === undefined || isWritten) throw error;
        throw new UsageProblem(`${file} cannot be written: ${(error as Error).message}`);
      });
      if (exported.ok) {
        sayExported(exported.value, file, operator);
        return 0;
      }
      if (exported.error.kind === 'other_currency') {
        return refused(`A SEPA file is in euros and cents; this shop’s money (${exported.error.currency}) is not.`);
      }
      sayLeftOut(exported.error.leftOut);
      if (exported.error.leftOut.length > 0) return refused('None of the started refunds can be paid by a file.');
      say(request.again ? `There is no file ${request.again}.` : 'No started refund waits for a file.');
      return request.again ? 2 : 0;
    });
  },
};

function sayExported({ messageId, written, leftOut }: ExportedRefunds, file: string, { shop }: OperatorShop): void {
  const total = written.reduce((sum, refund) => sum + refund.total, 0);
  say(`${file} orders ${counted(written.length)}, ${moneyText(total, shop)} in all, under the id ${messageId}:`);
  say(tableText(written.map((refund) => [`  ${refund.code}`, moneyText(refund.total, shop)], [1])));
  sayLeftOut(leftOut);
}

const leftOutTexts: Record<LeftOut, string> = {
  no_iban: 'has an account number and no IBAN',
  wrong_iban: 'has an IBAN that does not look right',
  not_reached: 'has an IBAN of a country that SEPA does not reach',
  no_bic: 'needs a BIC, and the one given does not look right',
  unwritable_name: 'has an account holder whose name the file cannot hold',
  erased: 'has no bank details any more',
  unreadable: 'has bank details that were sealed with another SECRET_KEY',
};

function sayLeftOut(leftOut: ExportedRefunds['leftOut']): void {
  for (const { refund, why } of leftOut) {
    say(`Not in the file: ${refund.code} ${leftOutTexts[why]}. Pay it by hand: refunds show ${refund.code}`);
  }
}

function payerOf(given: { iban?: string; bic?: string }, { shop }: OperatorShop) {
  const own = shop.private.payer;
  const iban = (given.iban ?? own?.bankIban ?? '').replace(/\s/g, '').toUpperCase();
  if (iban === '') throw new UsageProblem('Which account pays? Give --iban, or operator.bank_iban in shop.yaml.');
  if (!numberChecks.isIban(iban)) throw new UsageProblem(`The IBAN ${iban} that shall pay does not look right.`);
  // A bank of another account than the shop's own is not the shop's own bank.
  const bic = (given.bic ?? (given.iban === undefined ? own?.bankBic : null) ?? '').replace(/\s/g, '').toUpperCase();
  if (bic !== '' && !numberChecks.isBic(bic)) throw new UsageProblem(`The BIC ${bic} does not look right.`);
  return { name: shop.public.operator.name, iban, bic: bic === '' ? null : bic };
}

const codeOf = (word: string): string => word.trim().toUpperCase();
const unknown = (code: string): string => `There is no refund ${plain(code)}.`;
const counted = (count: number): string => (count === 1 ? '1 refund' : `${count} refunds`);

export const refundCommands: readonly Command[] = [
  listCommand,
  showCommand,
  startCommand,
  doneCommand,
  problemCommand,
  exportCommand,
];
