/** Amounts in minor units. */
export interface OpenTransfer {
  amount: number;
  code: string;
  /** An instant on the last day for the transfer, in ISO 8601; null if no day is shown or the day has passed. */
  deadline: string | null;
  /** A later instalment of a plan, for which the text about keeping the order would be wrong. */
  isLaterPart: boolean;
}

/**
 * The day by which a transfer should arrive. There is none for a plan's first part, which is due at once, although the
 * order is held as long as any other order by transfer.
 */
export const transferDay = <Day>(
  dueAt: Day,
  { isPlan, isLaterPart }: { isPlan: boolean; isLaterPart: boolean },
): Day | null => (isPlan && !isLaterPart ? null : dueAt);

export const transferTemplate = (
  texts: { readonly bankTransferHtml: string; readonly bankTransferInstalmentHtml?: string | undefined },
  transfer: Pick<OpenTransfer, 'isLaterPart'>,
): string => (transfer.isLaterPart && texts.bankTransferInstalmentHtml) || texts.bankTransferHtml;

/**
 * Fills in the operator's transfer text, a sanitised HTML template; values are escaped. It works in one pass, so that
 * no value can introduce another placeholder.
 */
export function bankTransferHtml(template: string, values: { amount: string; code: string }): string {
  return template.replace(/\{\{\s*(amount|code)\s*\}\}/g, (_, name: 'amount' | 'code') => escaped(values[name]));
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
