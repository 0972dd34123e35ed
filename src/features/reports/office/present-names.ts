import { type Language, markedText } from '#kernel/language.ts';
import type { LiabilityKind } from '../domain/liability-kinds.ts';
import { PROBLEM, type ReceivableGroup } from '../domain/receivable-groups.ts';
import { groupText } from './day-texts.ts';

export const liabilityNames: Readonly<Record<LiabilityKind, string>> = {
  plans: markedText('Paid on payment plans, not yet delivered'),
  short: markedText('Paid in part without a payment plan, not yet delivered'),
  refunds: markedText('Refunds accepted, not yet paid'),
  unmatched: markedText('Money without an order'),
  uncounted: markedText('Received for an order but not counted towards it'),
  ended: markedText('Money from ended orders'),
};

const ages: Readonly<Record<string, string>> = {
  not_overdue: markedText('Not overdue'),
  '1-7': markedText('Overdue for up to 7 days'),
  '8-14': markedText('Overdue for 8 to 14 days'),
  '15-30': markedText('Overdue for 15 to 30 days'),
  'over-30': markedText('Overdue for more than 30 days'),
};

/** The name of a row of the receivables. */
export function receivableName(group: string, by: ReceivableGroup, language: Language): string {
  if (group === PROBLEM) return language.text('Payment problem or chargeback');
  return by === 'month' ? groupText(group, 'month', language, language.tag) : language.translate(ages[group] ?? group);
}
