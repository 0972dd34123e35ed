/** Amounts in minor units. */
export interface OpenTransfer {
  amount: number;
  code: string;
  /** A time on the last day for the transfer, in ISO 8601; null if no day is shown or the transfer is overdue. */
  deadline: string | null;
  /** Whether it is a later instalment. Its text does not say how long the order is kept, as the text of others does. */
  isLaterInstalment: boolean;
}

export const transferTemplate = (
  texts: { readonly bankTransferHtml: string; readonly bankTransferInstalmentHtml?: string | undefined },
  transfer: Pick<OpenTransfer, 'isLaterInstalment'>,
): string => (transfer.isLaterInstalment && texts.bankTransferInstalmentHtml) || texts.bankTransferHtml;

/**
 * Fills in the operator's transfer text, a sanitised HTML template; values are escaped. It works in one pass, so that
 * no value can introduce another placeholder.
 */
export function bankTransferHtml(template: string, values: { amount: string; code: string }): string {
  return template.replace(/\{\{\s*(amount|code)\s*\}\}/g, (_, name: 'amount' | 'code') => escaped(values[name]));
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
