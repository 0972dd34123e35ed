import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LeftOut } from '#features/refunds/domain/left-out.ts';
import {
  type FileRefusal,
  MAX_PER_FILE,
  type MadeFile,
  makeTransferFile,
  type PayerRefusal,
  shortenedName,
  type WriteRefusal,
  type WrittenFile,
  writeTransferFile,
} from '#features/refunds/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { notWritten } from './private-file.ts';
import { plain, tableText } from './table.ts';
import { moneyText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, wholeNumber } from './words.ts';

export const exportRefundsCommand: Command = {
  name: 'refunds export',
  takes: '<file.xml> [--again FILE-ID]',
  does: 'Write the started refunds to a SEPA credit transfer file (pain.001.001.09) for the bank. Each refund is included once.',
  options: [
    ['--iban IBAN', 'The paying account. Default: operator.bank_iban in shop.yaml.'],
    [
      '--bic BIC',
      'Its bank. Default: operator.bank_bic in shop.yaml; usually not needed, as banks derive it from the IBAN.',
    ],
    ['--name NAME', 'The payer’s name, in Latin letters. Default: operator.name in shop.yaml.'],
    ['--again FILE-ID', 'Write an earlier file again with the same ID, so that the bank executes it only once.'],
    ['--limit NUMBER', `The maximum number of refunds in one file. Default: ${MAX_PER_FILE}.`],
    actorHelp,
  ],
  more: `Refunds are marked as exported before the file is written. If the file is empty or lost, "refunds list" shows its ID for --again.
The file contains bank details: only your account can read it. Delete it once the bank has it.
Refunds without a complete IBAN are listed; pay them manually with "refunds show".
Once the bank has paid: npm run shop -- refunds done <refund>...`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: {
        ...actorOption,
        iban: { type: 'string' },
        bic: { type: 'string' },
        name: { type: 'string' },
        again: { type: 'string' },
        limit: { type: 'string' },
      },
      takes: ['The file'],
    });
    const file = path.resolve(positionals[0]!);
    const limit = wholeNumber(values.limit, '--limit', { max: MAX_PER_FILE });
    const again = values.again?.trim() || undefined;
    const given = { name: values.name, iban: values.iban, bic: values.bic };
    return await withOperator(values.as, async (operator) => {
      const { parts, actor, now } = operator;
      // The file is created before any refund is marked as exported, and never replaces one that may not have reached
      // the bank yet.
      const handle = await open(file, 'wx', 0o600).catch((error) => {
        throw notWritten(file, error);
      });
      let isExported = false;
      try {
        if (again !== undefined) {
          const written = await writeTransferFile(parts.refunds, { messageId: again, given, actor }, now);
          if (!written.ok) return printRefusal(againText(again, written.error));
          isExported = true;
          return await writeAgain(handle, file, written.value, operator);
        }
        const made = await makeTransferFile(parts.refunds, { given, actor, ...(limit && { limit }) }, now);
        if (!made.ok) return printFileRefusal(made.error, operator);
        isExported = true;
        return await writeNew(handle, file, made.value, operator);
      } finally {
        await handle.close();
        if (!isExported) await rm(file, { force: true });
      }
    });
  },
};

/** Writes the file. Its refunds are already marked as exported, and stay so if the disk fails. */
async function writeNew(handle: FileHandle, file: string, made: MadeFile, operator: OperatorShop): Promise<number> {
  if (!(await isWritten(handle, file, made.xml, made.messageId))) return 1;
  const { shop } = operator;
  const { messageId, total, orders, leftOut, waiting } = made;
  print(`${file} contains ${counted(orders.length)}, ${moneyText(total, shop)} in total, with the ID ${messageId}:`);
  printCredits(
    orders.map(({ transfer }) => [transfer.endToEndId, transfer.amount]),
    operator,
  );
  for (const { transfer } of orders) {
    const short = shortenedName(transfer);
    if (short === null) continue;
    print(
      `Check ${transfer.endToEndId}: its account holder "${plain(transfer.name)}" appears in the file as "${short}".`,
    );
  }
  printLeftOut(leftOut);
  if (waiting > 0) print(`${counted(waiting)} more for the next file: run the command again with a new file name.`);
  return 0;
}

async function writeAgain(
  handle: FileHandle,
  file: string,
  { xml, credits, file: { messageId, total } }: WrittenFile,
  operator: OperatorShop,
): Promise<number> {
  if (!(await isWritten(handle, file, xml, messageId))) return 1;
  const sum = moneyText(total, operator.shop);
  print(`${file} contains ${counted(credits.length)}, ${sum} in total, with the ID ${messageId}, as before:`);
  printCredits(
    credits.map(({ code, amount }) => [code, amount]),
    operator,
  );
  return 0;
}

async function isWritten(handle: FileHandle, file: string, xml: string, messageId: string): Promise<boolean> {
  try {
    await handle.writeFile(xml);
    await handle.sync();
    return true;
  } catch (error) {
    process.stderr.write(
      `${file} could not be written: ${(error as Error).message}
Its refunds are already marked as exported with the ID ${messageId}. Write the file again:
  npm run shop -- refunds export <file.xml> --again ${messageId}\n`,
    );
    return false;
  }
}

function printCredits(credits: readonly (readonly [string, number])[], { shop }: OperatorShop): void {
  const rows = credits.map(([code, amount]) => [`  ${code}`, moneyText(amount, shop)]);
  print(tableText(rows, [1]));
}

function printFileRefusal(refusal: FileRefusal, { shop }: OperatorShop): number {
  switch (refusal.kind) {
    case 'other_currency':
      return printRefusal(`A SEPA file must be in euros; this shop uses ${refusal.currency}.`);
    case 'needs_two_people':
      return printRefusal(
        `This file would pay ${moneyText(refusal.total, shop)}. Above ${moneyText(refusal.above, shop)} two members of staff make it together, in the office under Money, Refund files.`,
      );
    case 'nothing_to_write':
      printLeftOut(refusal.leftOut);
      if (refusal.leftOut.length > 0) return printRefusal('None of the started refunds can be paid with a SEPA file.');
      print('No started refunds are waiting for a file.');
      return 0;
    case 'not_expected':
      return printRefusal('The refunds have changed meanwhile. Run the command again.');
    default:
      throw new UsageProblem(payerText(refusal));
  }
}

function againText(id: string, refusal: WriteRefusal): string {
  switch (refusal.kind) {
    case 'unknown_file':
      return `There is no file ${plain(id)}.`;
    case 'cancelled':
      return `The file ${id} is cancelled. Its refunds are in the next one.`;
    case 'waits_for_approval':
      return `The file ${id} waits for a second person, who approves it in the office under Money, Refund files.`;
    case 'no_longer_the_same':
      return `Bank details in the file ${id} have changed or were deleted, so it cannot be written again.`;
    default:
      throw new UsageProblem(payerText(refusal));
  }
}

function payerText(refusal: PayerRefusal): string {
  switch (refusal.kind) {
    case 'payer_name_loses_letters':
      return `The payer’s name "${plain(refusal.name)}" cannot be written in a SEPA file. Give it in Latin letters: --name NAME.`;
    case 'no_payer_name':
      return '--name must be the payer’s name.';
    case 'no_payer_iban':
      return 'Which account pays? Give --iban, or operator.bank_iban in shop.yaml.';
    case 'wrong_payer_iban':
      return `The paying IBAN ${refusal.iban} does not look right.`;
    case 'wrong_payer_bic':
      return `The BIC ${refusal.bic} does not look right.`;
  }
}

const leftOutTexts: Record<LeftOut, string> = {
  no_iban: 'has an account number but no IBAN',
  wrong_iban: 'has an IBAN that does not look right',
  not_reached: 'has an IBAN from a country outside SEPA',
  no_bic: 'needs a BIC, and the one given does not look right',
  unwritable_name: 'has an account holder name that the file cannot contain',
  erased: 'no longer has bank details',
  unreadable: 'has bank details encrypted with a different SECRET_KEY',
};

function printLeftOut(leftOut: MadeFile['leftOut']): void {
  for (const { refund, why } of leftOut) {
    print(`Not in the file: ${refund.code} ${leftOutTexts[why]}. Pay it manually: refunds show ${refund.code}`);
  }
}

const counted = (count: number): string => (count === 1 ? '1 refund' : `${count} refunds`);
