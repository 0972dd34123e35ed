import { decimalFigure } from '#kernel/money.ts';
import { creditorReference } from './creditor-reference.ts';

/** The account that customers pay into; the IBAN without spaces. */
interface TransferAccount {
  readonly payee: string;
  readonly iban: string;
  readonly bic: string | null;
}

/**
 * Text of the QR code from which banking apps fill in a euro transfer: version 002 of the European Payments Council's
 * EPC069-12, drawn with error correction M. Null if the standard has no code: for another currency, an account outside
 * SEPA, or an amount of 0 or above its limit. It contains the structured reference and therefore no text, because the
 * standard allows only one of them.
 *
 * @param amount in minor units
 * @param reference an order's code or a payment's reference
 */
export function transferQrText(
  account: TransferAccount,
  { amount, reference }: { readonly amount: number; readonly reference: string },
  { currency, currencyDigits }: { readonly currency: string; readonly currencyDigits: number },
): string | null {
  const country = account.iban.slice(0, 2);
  const isKnown = EEA.has(country) || (OTHER_SEPA.has(country) && account.bic !== null);
  if (currency !== 'EUR' || currencyDigits !== 2 || !isKnown) return null;
  if (amount < 1 || amount > MAX_CENTS) return null;
  const sum = `EUR${decimalFigure(amount, currencyDigits)}`;
  const payee = [...account.payee].slice(0, PAYEE_LENGTH).join('');
  const purpose = '';
  return [
    ...['BCD', '002', UTF_8, 'SCT', account.bic ?? '', payee, account.iban, sum],
    ...[purpose, creditorReference(reference)],
  ].join('\n');
}

const UTF_8 = '1';
const PAYEE_LENGTH = 70;
const MAX_CENTS = 99_999_999_999;

/** In the European Economic Area, the IBAN is enough. */
const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Countries of the SEPA scheme whose transfers also need a BIC. */
const OTHER_SEPA = new Set('AD AL CH GB GI MC MD ME MK RS SM VA'.split(' '));
