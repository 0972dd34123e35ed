import { markedText, type Sentence } from '#kernel/language.ts';
import type { NameFixedReason } from '../domain/manageable.ts';
import type { NameRule } from '../domain/ticket-flags.ts';

export function nameFixedSentence(why: NameFixedReason, formatMoment: (instant: string) => string): Sentence {
  switch (why.kind) {
    case 'changes_used':
      return markedText('You have used all the name changes for this ticket.');
    case 'too_late':
      return ({ text }) => text('The deadline for name changes was {until}.', { until: formatMoment(why.until) });
    case 'fixed':
      return markedText('The name on this ticket cannot be changed.');
  }
}

/** The sentence about name changes on a ticket's document. */
export function nameRuleSentence(rule: NameRule, formatMoment: (instant: string) => string): Sentence {
  if (rule.kind !== 'open') return nameFixedSentence(rule, formatMoment);
  const { until } = rule;
  if (until === null) return markedText('You can change the name in the portal.');
  return ({ text }) => text('You can change the name in the portal until {until}.', { until: formatMoment(until) });
}

export const nameChangesLeft =
  (left: number): Sentence =>
  ({ countText }) =>
    countText(left, { one: '{count} change left', other: '{count} changes left' });
