import type { Language } from '#kernel/language.ts';
import { CheckIcon, TicketIcon } from '#ui/icons.tsx';
import { isRevived } from '../domain/outcome.ts';
import type { Line } from './outcome-lines.ts';
import { timesOf } from './times-of.ts';
import type { Outcome } from './use-preview.ts';

type Words = (language: Language, values: Readonly<Record<string, string>>) => string;

const statusTexts: Readonly<Record<Outcome['orders'][number]['after']['status'], Words>> = {
  pending: ({ text }, { code }) => text('{code} will be awaiting payment.', { code: code! }),
  processing: ({ text }, { code }) => text('The payment of {code} will be in progress.', { code: code! }),
  partial: ({ text }, { code }) => text('{code} will be partially paid.', { code: code! }),
  paid: ({ text }, { code }) => text('{code} will be paid.', { code: code! }),
  problem: ({ text }, { code }) => text('{code} will have a payment problem.', { code: code! }),
  cancelled: ({ text }, { code }) => text('{code} will be cancelled.', { code: code! }),
  abandoned: ({ text }, { code }) => text('{code} was not paid in time.', { code: code! }),
};

/** The status sentences for many orders at once. */
const statusCountTexts: Readonly<
  Record<Outcome['orders'][number]['after']['status'], (language: Language, count: number) => string>
> = {
  pending: ({ countText }, count) =>
    countText(count, {
      one: '{count} order will be awaiting payment.',
      other: '{count} orders will be awaiting payment.',
    }),
  processing: ({ countText }, count) =>
    countText(count, {
      one: 'The payment of {count} order will be in progress.',
      other: 'The payments of {count} orders will be in progress.',
    }),
  partial: ({ countText }, count) =>
    countText(count, { one: '{count} order will be partially paid.', other: '{count} orders will be partially paid.' }),
  paid: ({ countText }, count) =>
    countText(count, { one: '{count} order will be paid.', other: '{count} orders will be paid.' }),
  problem: ({ countText }, count) =>
    countText(count, {
      one: '{count} order will have a payment problem.',
      other: '{count} orders will have a payment problem.',
    }),
  cancelled: ({ countText }, count) =>
    countText(count, { one: '{count} order will be cancelled.', other: '{count} orders will be cancelled.' }),
  abandoned: ({ countText }, count) =>
    countText(count, { one: '{count} order was not paid in time.', other: '{count} orders were not paid in time.' }),
};

/** If there are more orders than this, they are only counted. */
const MAX_ORDERS = 5;

/** What happens to orders, in sentences. */
export function linesOfOrders(
  language: Language,
  orders: Outcome['orders'],
  money: (amount: number) => string,
): [Line['icon'], string][] {
  return [
    ...(orders.length <= MAX_ORDERS
      ? orders.flatMap((order) => orderLines(language, order, money))
      : statusLines(language, orders).map((sentence): [Line['icon'], string] => [CheckIcon, sentence])),
    ...countLines(language, orders),
  ];
}

function orderLines(
  language: Language,
  { code, before, after }: Outcome['orders'][number],
  money: (amount: number) => string,
): [Line['icon'], string][] {
  const { text } = language;
  const lines: [Line['icon'], string][] = [];
  if (isRevived({ before, after }))
    lines.push([CheckIcon, text('{code} had ended. It will be valid again.', { code })]);
  if (before.status !== after.status) lines.push([CheckIcon, statusTexts[after.status](language, { code })]);
  if (before.total !== after.total)
    lines.push([
      CheckIcon,
      text('{code} will cost {after} instead of {before}.', {
        code,
        after: money(after.total),
        before: money(before.total),
      }),
    ]);
  if (before.paid !== after.paid && after.paid !== after.total)
    lines.push([
      CheckIcon,
      text('{code}: {paid} of {total} will be paid.', { code, paid: money(after.paid), total: money(after.total) }),
    ]);
  return lines;
}

function statusLines(language: Language, orders: Outcome['orders']): string[] {
  const moved = orders.filter(({ before, after }) => before.status !== after.status);
  const revived = orders.filter(isRevived).length;
  return [
    ...(revived === 0
      ? []
      : [
          language.countText(revived, {
            one: '{count} order had ended. It will be valid again.',
            other: '{count} orders had ended. They will be valid again.',
          }),
        ]),
    ...[...timesOf(moved.map(({ after }) => after.status))].map(([status, count]) =>
      statusCountTexts[status](language, count),
    ),
  ];
}

/** What one order gives up is not deducted from what another one takes. */
function countLines({ countText }: Language, orders: Outcome['orders']): [Line['icon'], string][] {
  const sumOf = (name: 'valid' | 'units', sign: 1 | -1) =>
    orders.reduce((sum, { before, after }) => sum + Math.max(0, sign * (after[name] - before[name])), 0);
  const [valid, invalid, taken, freed] = [sumOf('valid', 1), sumOf('valid', -1), sumOf('units', 1), sumOf('units', -1)];
  const lines: [Line['icon'], string][] = [];
  if (valid > 0)
    lines.push([
      TicketIcon,
      countText(valid, { one: '{count} ticket will become valid.', other: '{count} tickets will become valid.' }),
    ]);
  if (invalid > 0)
    lines.push([
      TicketIcon,
      countText(invalid, {
        one: '{count} ticket will stop being valid. Its code stops working immediately.',
        other: '{count} tickets will stop being valid. Their codes stop working immediately.',
      }),
    ]);
  if (taken > 0)
    lines.push([
      TicketIcon,
      countText(taken, { one: '{count} place will be taken.', other: '{count} places will be taken.' }),
    ]);
  if (freed > 0)
    lines.push([
      TicketIcon,
      countText(freed, { one: '{count} place will go back on sale.', other: '{count} places will go back on sale.' }),
    ]);
  return lines;
}
