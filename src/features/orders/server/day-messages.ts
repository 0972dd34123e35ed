import { type DateSettings, formatDate } from '#kernel/dates.ts';
import { markedText, type Sentence } from '#kernel/language.ts';
import type { DayRefusal } from '../domain/due-day.ts';

const dayMessages = (
  shop: DateSettings,
): { [Kind in DayRefusal['kind']]: (refusal: Extract<DayRefusal, { kind: Kind }>) => Sentence } => ({
  no_day: () => markedText('Please enter a day.'),
  day_passed: () => markedText('This day has passed. Please choose today or a later day.'),
  day_too_far: () => markedText('This day is more than two years away. Please check it.'),
  not_before:
    ({ day }) =>
    ({ text }) =>
      text('The instalment before it is due on {day}. Please choose that day or a later one.', {
        day: formatDate(day, shop),
      }),
  not_after:
    ({ day }) =>
    ({ text }) =>
      text('The next instalment is due on {day}. Please choose that day or an earlier one.', {
        day: formatDate(day, shop),
      }),
});

/** Why a payment cannot be due on this day. */
export const dayMessage = (refusal: DayRefusal, shop: DateSettings): Sentence => {
  const messages = dayMessages(shop);
  return (messages[refusal.kind] as (refusal: DayRefusal) => Sentence)(refusal);
};
