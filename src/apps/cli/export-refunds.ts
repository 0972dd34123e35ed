import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Payer } from '#features/refunds/domain/credit-transfer.ts';
import { losesLetters, MOST_NAME, NOTHING_LEFT, sepaText } from '#features/refunds/domain/sepa-text.ts';
import {
  type ExportedRefunds,
  type ExportRefusal,
  exportRefunds,
  type LeftOut,
  MOST_IN_A_FILE,
  numberChecks,
} from '#features/refunds/server/public.ts';
import { type Command, print, refused, UsageProblem } from './command.ts';
import { notWritten } from './private-file.ts';
import { plain, tableText } from './table.ts';
import { moneyText } from './values.ts';
import { asHelp, asOption, type OperatorShop, withOperator } from './with-operator.ts';
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
    ['--limit NUMBER', `The maximum number of refunds in one file. Default: ${MOST_IN_A_FILE}.`],
    asHelp,
  ],
  more: `Refunds are marked as exported before the file is written. If the file is empty or lost, "refunds list" shows its ID for --again.
The file contains bank details: only your account can read it. Delete it once the bank has it.
Refunds without a complete IBAN are listed; pay them manually with "refunds show".
Once the bank has paid: npm run shop -- refunds done <refund>...`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: {
        ...asOption,
        iban: { type: 'string' },
        bic: { type: 'string' },
        name: { type: 'string' },
        again: { type: 'string' },
        limit: { type: 'string' },
      },
      takes: ['The file'],
    });
    const file = path.resolve(positionals[0]!);
    const most = wholeNumber(values.limit, '--limit', { most: MOST_IN_A_FILE });
    return await withOperator(values.as, async (operator) => {
      const { parts, actor, now } = operator;
      const payer = payerOf(values, operator);
      const request = { payer, actor, again: values.again?.trim() || undefined, ...(most && { most }) };
      // Created before any refund is ordered, and never over an earlier file that may not have reached the bank yet.
      const handle = await open(file, 'wx', 0o600).catch((error) => {
        throw notWritten(file, error);
      });
      let isOrdered = false;
      try {
        const exported = await exportRefunds(parts.refunds, request, now);
        if (exported.ok) {
          isOrdered = true;
          return await writeOrdered(handle, file, exported.value, operator);
        }
        return printRefused(exported.error, request.again);
      } finally {
        await handle.close();
        if (!isOrdered) await rm(file, { force: true });
      }
    });
  },
};

/** The refunds are already ordered, and stay ordered if the disk fails. */
async function writeOrdered(
  handle: FileHandle,
  file: string,
  exported: ExportedRefunds,
  operator: OperatorShop,
): Promise<number> {
  try {
    await handle.writeFile(exported.xml);
    await handle.sync();
  } catch (error) {
    process.stderr.write(
      `${file} could not be written: ${(error as Error).message}
Its refunds are already marked as exported with the ID ${exported.messageId}. Write the file again:
  npm run shop -- refunds export <file.xml> --again ${exported.messageId}\n`,
    );
    return 1;
  }
  printExported(exported, file, operator);
  return 0;
}

function printRefused(refusal: ExportRefusal, again: string | undefined): number {
  if (refusal.kind === 'other_currency') {
    return refused(`A SEPA file must be in euros; this shop uses ${refusal.currency}.`);
  }
  printLeftOut(refusal.leftOut);
  if (refusal.leftOut.length > 0) return refused('None of the started refunds can be paid with a SEPA file.');
  print(again ? `There is no file ${again}.` : 'No started refunds are waiting for a file.');
  return again ? 2 : 0;
}

function printExported(
  { messageId, written, leftOut, shortened, waiting }: ExportedRefunds,
  file: string,
  { shop }: OperatorShop,
): void {
  const total = written.reduce((sum, refund) => sum + refund.toBank, 0);
  print(`${file} contains ${counted(written.length)}, ${moneyText(total, shop)} in total, with the ID ${messageId}:`);
  print(tableText(written.map((refund) => [`  ${refund.code}`, moneyText(refund.toBank, shop)], [1])));
  for (const { refund, name, written: inFile } of shortened) {
    print(`Check ${refund.code}: its account holder "${plain(name)}" appears in the file as "${inFile}".`);
  }
  printLeftOut(leftOut);
  if (waiting > 0) print(`${counted(waiting)} more for the next file: run the command again with a new file name.`);
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

function printLeftOut(leftOut: ExportedRefunds['leftOut']): void {
  for (const { refund, why } of leftOut) {
    print(`Not in the file: ${refund.code} ${leftOutTexts[why]}. Pay it manually: refunds show ${refund.code}`);
  }
}

function payerOf(given: { iban?: string; bic?: string; name?: string }, { shop }: OperatorShop): Payer {
  const name = (given.name ?? shop.public.operator.name).trim();
  if (losesLetters(name, MOST_NAME)) {
    throw new UsageProblem(
      `The payer’s name "${plain(name)}" cannot be written in a SEPA file. Give it in Latin letters: --name NAME.`,
    );
  }
  if (sepaText(name, MOST_NAME) === NOTHING_LEFT) throw new UsageProblem('--name must be the payer’s name.');
  const own = shop.private.payer;
  const iban = (given.iban ?? own?.bankIban ?? '').replace(/\s/g, '').toUpperCase();
  if (iban === '') throw new UsageProblem('Which account pays? Give --iban, or operator.bank_iban in shop.yaml.');
  if (!numberChecks.isIban(iban)) throw new UsageProblem(`The paying IBAN ${iban} does not look right.`);
  // The shop's own bank does not apply to another account.
  const bic = (given.bic ?? (given.iban === undefined ? own?.bankBic : null) ?? '').replace(/\s/g, '').toUpperCase();
  if (bic !== '' && !numberChecks.isBic(bic)) throw new UsageProblem(`The BIC ${bic} does not look right.`);
  return { name, iban, bic: bic === '' ? null : bic };
}

const counted = (count: number): string => (count === 1 ? '1 refund' : `${count} refunds`);
