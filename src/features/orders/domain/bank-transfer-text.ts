/** What to transfer, in minor units, and what to write in the reference. */
export interface OpenTransfer {
  amount: number;
  code: string;
  /** A part of a plan after its first: the order is under way, and the text about keeping it does not fit. */
  isLaterPart: boolean;
}

/** The operator's text for a transfer, with its placeholders. */
export const transferTemplate = (
  texts: { readonly bankTransferHtml: string; readonly bankTransferInstalmentHtml?: string | undefined },
  transfer: Pick<OpenTransfer, 'isLaterPart'>,
): string => (transfer.isLaterPart && texts.bankTransferInstalmentHtml) || texts.bankTransferHtml;

/**
 * The operator's transfer text with the amount and the code put in. Both are ours (a formatted amount, an order code), and
 * escaped all the same. The template is sanitised HTML; placeholders are replaced once, so that no value is read as one.
 */
export function bankTransferHtml(template: string, values: { amount: string; code: string }): string {
  return template.replace(/\{\{\s*(amount|code)\s*\}\}/g, (_, name: 'amount' | 'code') => escaped(values[name]));
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
