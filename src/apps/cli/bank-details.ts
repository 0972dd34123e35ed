import { z } from 'zod';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import type { BankDetails } from '#features/refunds/domain/bank-details.ts';
import { type CorrectDetailsRefusal, correctBankDetails, numberChecks } from '#features/refunds/server/public.ts';
import { missingDetailsSentence } from '#features/refunds/words/bank-details.ts';
import { checkShape } from '#features/shop-config/server/folder/check-shape.ts';
import { describeMistake } from '#features/shop-config/server/folder/mistake.ts';
import { parseYaml } from '#features/shop-config/server/folder/yaml-file.ts';
import { printedNumber } from '#kernel/account-number.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { contentOf } from './order-file.ts';
import { plain, tableText } from './table.ts';
import { refundStatusText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const line = z
  .union([z.string({ error: () => 'expected text' }), z.number()])
  .transform((value) => String(value).trim())
  .refine((value) => value.length <= 200, { error: () => 'must have at most 200 characters' });

const detailsFile = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/, { error: () => 'expected a two-letter country code such as NL' }),
  owner: line,
  address: z.record(z.string(), line),
  bank: line,
  city: line.default(''),
  bic: line,
  iban: line.default(''),
  account: line.default(''),
});

export const bankDetailsCommand: Command = {
  name: 'refunds bank-details',
  takes: '<refund> <file>',
  does: 'Replace or add the bank details of a refund that has not been paid. The customer is notified by email.',
  options: [actorHelp],
  more: `The file is YAML or JSON ("-" reads it from the standard input, so that nothing is left on the disk):

  country: NL                     # of the bank
  owner: Ada Lovelace
  address: { street: Zandpad 12, postal_code: 4325 AB, city: Noorderzand }
  bank: Duinbank
  city: Noorderzand               # of the bank; optional
  bic: ABNANL2A
  iban: NL91 ABNA 0417 1643 00    # or "account", for countries without IBANs

The details are encrypted; the audit log records that they changed, not what they are.`,
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The refund', 'The file'] });
    const code = normalizeReference(positionals[0]!);
    const details = await readDetails(positionals[1]!);
    return await withOperator(values.as, async ({ parts, shop, actor, now }) => {
      const done = await correctBankDetails(parts.refunds, { code, details, actor }, now);
      if (!done.ok) return printRefusal(refusalText(code, done.error, details, shop));
      print(`Refund ${code} now has these bank details, and the customer has been notified:`);
      print(tableText(bankRows(done.value.details)));
      return 0;
    });
  },
};

async function readDetails(file: string): Promise<BankDetails> {
  const { yaml, mistakes } = parseYaml(file, await contentOf(file));
  const checked = yaml ? checkShape(detailsFile, yaml) : { value: null, mistakes: [] };
  if (!checked.value) throw new UsageProblem([...mistakes, ...checked.mistakes].map(describeMistake).join('\n'));
  const { owner, address, bank, city, ...rest } = checked.value;
  return { ...rest, ownerFullName: owner, ownerAddress: address, bankName: bank, bankCity: city };
}

function refusalText(
  code: string,
  refusal: CorrectDetailsRefusal,
  { country }: BankDetails,
  shop: OperatorShop['shop'],
): string {
  switch (refusal.kind) {
    case 'unknown_refund':
      return `There is no refund ${plain(code)}.`;
    case 'wrong_status':
      return `Refund ${code} ${refundStatusText(refusal.status)}; its bank details can no longer change.`;
    case 'in_file':
      return `Refund ${code} is in the file ${refusal.file} with its old bank details. If the bank has not paid it, run "refunds problem ${code}" first.`;
    case 'unknown_country':
      return `${country} is not a country that the shop takes bank details for.`;
    case 'details_missing':
      return languageOfShop(shop.public).translate(missingDetailsSentence(refusal.missing, shop.public));
  }
}

export function bankRows(details: BankDetails): string[][] {
  const { iban, account, bic, ownerAddress } = details;
  const doubt = (isRight: boolean) => (isRight ? '' : '  (does not look right)');
  return [
    ['Account holder', plain(details.ownerFullName)],
    ['Address', plain(Object.values(ownerAddress).join(', '))],
    ['Bank', plain([details.bankName, details.bankCity, details.country].filter(Boolean).join(', '))],
    ['BIC', plain(bic) + doubt(numberChecks.isBic(bic))],
    iban === ''
      ? ['Account number', plain(account)]
      : ['IBAN', plain(printedNumber(iban)) + doubt(numberChecks.isIban(iban))],
  ];
}
