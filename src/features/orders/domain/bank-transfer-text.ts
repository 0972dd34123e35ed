/**
 * The operator's transfer text with the amount and the code put in (spec 2). Both are ours (a formatted amount, an order code), and
 * escaped all the same. The template is sanitised HTML; placeholders are replaced once, so that no value is read as one.
 */
export function bankTransferHtml(template: string, values: { amount: string; code: string }): string {
  return template.replace(/\{\{\s*(amount|code)\s*\}\}/g, (_, name: 'amount' | 'code') => escaped(values[name]));
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
