import { electronicNumber } from '#kernel/account-number.ts';

/**
 * The structured creditor reference (RF, ISO 11649) of an order's code or a payment's reference: `SLK-2H9C4T-1` is
 * `RF25SLK2H9C4T1`. Banks check its digits when it is typed.
 */
export function creditorReference(reference: string): string {
  const body = electronicNumber(reference);
  const check = 98 - remainder(`${body}RF00`);
  return `RF${String(check).padStart(2, '0')}${body}`;
}

/** Returns the reference in capitals and without spaces; null if its check digits are wrong. */
export function readCreditorReference(text: string): string | null {
  const electronic = electronicNumber(text);
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(electronic)) return null;
  return remainder(`${electronic.slice(4)}${electronic.slice(0, 4)}`) === 1 ? electronic : null;
}

/** Modulo 97 of ISO 7064, where A is 10 and Z is 35. */
function remainder(text: string): number {
  const digits = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
