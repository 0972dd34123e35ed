import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Payer } from '#features/refunds/domain/credit-transfer.ts';
import { losesLetters, MOST_NAME, NOTHING_LEFT, sepaText } from '#features/refunds/domain/sepa-text.ts';
import { type ExportedRefunds, exportRefunds, type LeftOut, numberChecks } from '#features/refunds/server/public.ts';
import { type Command, refused, say, UsageProblem } from './command.ts';
import { plain, tableText } from './table.ts';
import { moneyText } from './values.ts';
import { asHelp, asOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

export const exportRefundsCommand: Command = {
  name: 'refunds export',
  takes: '<file.xml> [--again FILE-ID]',
  does: 'Write the started refunds as a SEPA credit transfer file (pain.001.001.09) for the bank. Each is ordered once.',
  options: [
    ['--iban IBAN', 'The account that pays. Default: operator.bank_iban of shop.yaml.'],
    ['--bic BIC', 'Its bank. Default: operator.bank_bic of shop.yaml; banks know it from the IBAN.'],
    ['--name NAME', 'Who pays, in Latin letters. Default: operator.name of shop.yaml.'],
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
        name: { type: 'string' },
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

function sayExported(
  { messageId, written, leftOut, shortened }: ExportedRefunds,
  file: string,
  { shop }: OperatorShop,
): void {
  const total = written.reduce((sum, refund) => sum + refund.total, 0);
  say(`${file} orders ${counted(written.length)}, ${moneyText(total, shop)} in all, under the id ${messageId}:`);
  say(tableText(written.map((refund) => [`  ${refund.code}`, moneyText(refund.total, shop)], [1])));
  for (const { refund, name, written: inFile } of shortened) {
    say(`Look at ${refund.code}: its account holder "${plain(name)}" stands in the file as "${inFile}".`);
  }
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

function payerOf(given: { iban?: string; bic?: string; name?: string }, { shop }: OperatorShop): Payer {
  const name = (given.name ?? shop.public.operator.name).trim();
  if (losesLetters(name, MOST_NAME)) {
    throw new UsageProblem(
      `The payer’s name "${plain(name)}" cannot be written in a SEPA file. Give it in Latin letters: --name NAME.`,
    );
  }
  if (sepaText(name, MOST_NAME) === NOTHING_LEFT) throw new UsageProblem('--name is the name of who pays.');
  const own = shop.private.payer;
  const iban = (given.iban ?? own?.bankIban ?? '').replace(/\s/g, '').toUpperCase();
  if (iban === '') throw new UsageProblem('Which account pays? Give --iban, or operator.bank_iban in shop.yaml.');
  if (!numberChecks.isIban(iban)) throw new UsageProblem(`The IBAN ${iban} that shall pay does not look right.`);
  // A bank of another account than the shop's own is not the shop's own bank.
  const bic = (given.bic ?? (given.iban === undefined ? own?.bankBic : null) ?? '').replace(/\s/g, '').toUpperCase();
  if (bic !== '' && !numberChecks.isBic(bic)) throw new UsageProblem(`The BIC ${bic} does not look right.`);
  return { name, iban, bic: bic === '' ? null : bic };
}

const counted = (count: number): string => (count === 1 ? '1 refund' : `${count} refunds`);
