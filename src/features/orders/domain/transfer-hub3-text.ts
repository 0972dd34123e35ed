interface Payee {
  readonly payee: string;
  /** Without spaces. */
  readonly iban: string;
}

/**
 * Text of the PDF417 code from which Croatian banking apps fill in a transfer (HUB 3, record format HRVHUB30): 14
 * fields, each ended by a line feed. Null for an account elsewhere, another currency, or an amount of 0 or above the
 * limit.
 *
 * The payment's reference is in the description, because a Croatian reference number cannot contain letters. Model HR99
 * means that there is no reference number.
 */
export function transferHub3Text(
  account: Payee,
  { amount, reference }: { readonly amount: number; readonly reference: string },
  shop: {
    readonly currency: string;
    readonly currencyDigits: number;
    /** Street, then postal code and city. */
    readonly address: readonly string[];
  },
): string | null {
  if (!account.iban.startsWith('HR') || shop.currency !== 'EUR' || shop.currencyDigits !== 2) return null;
  if (amount < 1 || amount > MAX_CENTS) return null;
  const [street = '', city = ''] = shop.address;
  const payer = ['', '', ''];
  const payee = [field(account.payee, 25), field(street, 25), field(city, 27), account.iban];
  const [model, number] = ['HR99', ''];
  const fields = ['HRVHUB30', 'EUR', String(amount).padStart(15, '0'), ...payer, ...payee, model, number];
  return [...fields, OTHER_PURPOSE, field(reference, 35)].map((one) => `${one}\n`).join('');
}

const OTHER_PURPOSE = 'OTHR';
const MAX_CENTS = 99_999_999_999;

const field = (text: string, maxLength: number): string =>
  [...text.replace(/\s+/g, ' ').trim()].slice(0, maxLength).join('');
