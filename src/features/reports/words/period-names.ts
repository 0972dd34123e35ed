import { markedText } from '#kernel/language.ts';
import type { Period } from '../domain/report-period.ts';

/** Texts for `translate`. */
export const periodNames: Readonly<Record<Period, string>> = {
  today: markedText('Today'),
  yesterday: markedText('Yesterday'),
  '7-days': markedText('7 days'),
  '30-days': markedText('30 days'),
  'this-month': markedText('This month'),
  'last-month': markedText('Last month'),
  'this-year': markedText('This year'),
  'last-year': markedText('Last year'),
  'next-7-days': markedText('Next 7 days'),
  'next-30-days': markedText('Next 30 days'),
};
