import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewBlock } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { QueryState } from '#ui/office/query-state.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

/** What closing a month freezes and what stays open, above the button that closes it. */
export function WhatCloses({ month }: { month: string }) {
  const { text } = useLanguage();
  const query = useOfficeCall('books-preview', { month });
  return (
    <PreviewBlock isUnderWay={query.isFetching}>
      <QueryState query={query} failed={text('The preview did not load')}>
        {(preview) => (
          <>
            <Frozen preview={preview} />
            <StaysOpen open={preview.open} />
          </>
        )}
      </QueryState>
      <p>
        <strong>{text('This cannot be undone.')}</strong>
      </p>
    </PreviewBlock>
  );
}

type Preview = OfficeAnswer<'books-preview'>;

function Frozen({
  preview: { bookings, received, refunded, invoices, credit_notes: creditNotes },
}: {
  preview: Preview;
}) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const money = (amount: number) => formatMoney(amount, settings);
  return (
    <>
      <p>{text('The file will contain, and nothing can be added or changed afterwards:')}</p>
      <PlainList>
        <li>{countText(bookings, { one: '{count} booking', other: '{count} bookings' })}</li>
        <li>
          {countText(
            received.count,
            { one: '{count} receipt, {amount}', other: '{count} receipts, {amount}' },
            { amount: money(received.amount) },
          )}
        </li>
        <li>
          {countText(
            refunded.count,
            { one: '{count} refund paid, {amount}', other: '{count} refunds paid, {amount}' },
            { amount: money(refunded.amount) },
          )}
        </li>
        <li>{countText(invoices, { one: '{count} invoice', other: '{count} invoices' })}</li>
        <li>{countText(creditNotes, { one: '{count} credit note', other: '{count} credit notes' })}</li>
      </PlainList>
    </>
  );
}

/** Open items do not stop a month from being closed: they are booked in the month in which they are settled. */
function StaysOpen({ open: { orders, refunds, unassigned } }: { open: Preview['open'] }) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const money = (amount: number) => formatMoney(amount, settings);
  const lines = [
    orders.count > 0 &&
      countText(
        orders.count,
        {
          one: '{count} order that is not settled, {amount}',
          other: '{count} orders that are not settled, {amount}',
        },
        { amount: money(orders.amount) },
      ),
    refunds.count > 0 &&
      countText(
        refunds.count,
        { one: '{count} refund under way, {amount}', other: '{count} refunds under way, {amount}' },
        { amount: money(refunds.amount) },
      ),
    unassigned.count > 0 &&
      countText(
        unassigned.count,
        {
          one: '{count} receipt not fully assigned to an order, {amount}',
          other: '{count} receipts not fully assigned to an order, {amount}',
        },
        { amount: money(unassigned.amount) },
      ),
  ].filter((line) => line !== false);
  if (lines.length === 0) return <p>{text('Nothing was open at the end of the month.')}</p>;
  return (
    <>
      <p>{text('This was still open at the end of the month. What settles it is booked in a later month:')}</p>
      <PlainList>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </PlainList>
    </>
  );
}
