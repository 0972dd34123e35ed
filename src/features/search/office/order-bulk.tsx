import { Suspense, useState } from 'react';
import type { OfficeAnswer, OfficeRequest } from '#browser/office-calls.ts';
import { BulkDialog, type Choice } from '#features/bulk/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { SelectionBar } from '#ui/office/selection-bar.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

interface OrderBulkProps {
  choice: Choice<OfficeAnswer<'orders-list'>['rows'][number]>;
  filter: OfficeRequest<'orders-list'>['filter'];
  first: OfficeAnswer<'orders-list'>;
}

/** The actions for the selected orders. */
export function OrderBulk({ choice, filter, first }: OrderBulkProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const settings = useShopSettings();
  const [doing, setDoing] = useState<'orders-bulk-mail' | 'orders-bulk-cancel' | null>(null);
  const total = choice.rows.reduce((all, row) => all + row.total, 0);
  const about = { filter, chosen: choice.isAll ? null : [...choice.keys] };
  const actions = [
    ...(may('mails.retry')
      ? [{ label: text('Send emails again…'), onPress: () => setDoing('orders-bulk-mail' as const) }]
      : []),
    ...(may('orders.serve')
      ? [{ label: text('Cancel unpaid…'), onPress: () => setDoing('orders-bulk-cancel' as const) }]
      : []),
  ];
  return (
    <>
      <SelectionBar {...barOf(choice, first)} note={formatMoney(total, settings)} actions={actions} />
      <Suspense>{doing && <BulkDialog name={doing} about={about} onClose={() => setDoing(null)} />}</Suspense>
    </>
  );
}

interface TicketBulkProps {
  choice: Choice<OfficeAnswer<'tickets-list'>['rows'][number]>;
  filter: OfficeRequest<'tickets-list'>['filter'];
  first: OfficeAnswer<'tickets-list'>;
}

/** The actions for the orders of the selected tickets. */
export function TicketBulk({ choice, filter, first }: TicketBulkProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const [isOpen, setOpen] = useState(false);
  const about = { filter, chosen: choice.isAll ? null : choice.rows.map(({ id }) => id) };
  const actions = may('mails.retry')
    ? [{ label: text('Send their order emails again…'), onPress: () => setOpen(true) }]
    : [];
  return (
    <>
      <SelectionBar {...barOf(choice, first)} actions={actions} />
      <Suspense>
        {isOpen && <BulkDialog name="tickets-bulk-mail" about={about} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

const barOf = <Row,>(choice: Choice<Row>, matching: { count: number; has_more: boolean }) => ({
  count: choice.keys.length,
  all: { isSelected: choice.isAll, matching, onSelect: choice.chooseAll },
  onClear: choice.clear,
});
