import { Suspense, useState } from 'react';
import type { OfficeAnswer, OfficeRequest } from '#browser/office-calls.ts';
import { BulkDialog, type Choice, ChoiceBar } from '#features/bulk/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';

interface OrderBulkProps {
  choice: Choice<OfficeAnswer<'orders-list'>['rows'][number]>;
  filter: OfficeRequest<'orders-list'>['filter'];
  first: OfficeAnswer<'orders-list'>;
}

/** What can be done with the orders that are chosen. */
export function OrderBulk({ choice, filter, first }: OrderBulkProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const settings = useShopSettings();
  const [doing, setDoing] = useState<'orders-bulk-mail' | 'orders-bulk-cancel' | null>(null);
  const total = choice.rows.reduce((all, row) => all + row.total, 0);
  const about = { filter, chosen: choice.isAll ? null : [...choice.keys] };
  return (
    <ChoiceBar choice={choice} matching={first} note={formatMoney(total, settings)}>
      {may('mails.retry') && (
        <Button kind="secondary" small onClick={() => setDoing('orders-bulk-mail')}>
          {text('Send emails again…')}
        </Button>
      )}
      {may('orders.serve') && (
        <Button kind="secondary" small onClick={() => setDoing('orders-bulk-cancel')}>
          {text('Cancel unpaid…')}
        </Button>
      )}
      <Suspense>{doing && <BulkDialog name={doing} about={about} onClose={() => setDoing(null)} />}</Suspense>
    </ChoiceBar>
  );
}

interface TicketBulkProps {
  choice: Choice<OfficeAnswer<'tickets-list'>['rows'][number]>;
  filter: OfficeRequest<'tickets-list'>['filter'];
  first: OfficeAnswer<'tickets-list'>;
}

/** The same for the orders of the tickets that are chosen. */
export function TicketBulk({ choice, filter, first }: TicketBulkProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const [isOpen, setOpen] = useState(false);
  const about = { filter, chosen: choice.isAll ? null : choice.rows.map(({ id }) => id) };
  return (
    <ChoiceBar choice={choice} matching={first}>
      {may('mails.retry') && (
        <Button kind="secondary" small onClick={() => setOpen(true)}>
          {text('Send their order emails again…')}
        </Button>
      )}
      <Suspense>
        {isOpen && <BulkDialog name="tickets-bulk-mail" about={about} onClose={() => setOpen(false)} />}
      </Suspense>
    </ChoiceBar>
  );
}
