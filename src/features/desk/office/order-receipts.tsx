import { lazy, Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { receiptAddress } from '#features/payments/domain/receipt-address.ts';
import { bankReasonInWords } from '#features/payments/words/staff/bank-reasons.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { useDialogAtLoad } from '#ui/office/dialog-address.ts';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import styles from './order-page.module.css';

const UndoPayment = lazy(() => import('./undo-payment.tsx'));

type Order = OfficeAnswer<'order-open'>;

/** The money that arrived for an order. For those who book money, each receipt is a link. */
export function OrderReceipts({ order }: { order: Order }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const mayBook = useStaffSession().may('money.book');
  const undoable = order.receipts.filter(
    ({ source, undone_at: at, charged_back: taken }) => mayBook && source === 'bank' && at === null && taken === null,
  );
  const atLoad = useDialogAtLoad(undoable.map(({ id }) => `undo.${id}`));
  const [undoing, setUndoing] = useState(undoable.find(({ id }) => `undo.${id}` === atLoad) ?? null);
  if (order.receipts.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{text('Money received')}</h3>
      <List
        caption={text('Money received')}
        rows={order.receipts}
        rowKey={({ id }) => String(id)}
        columns={[
          {
            key: 'receipt',
            header: text('Received'),
            cell: (receipt) => {
              const { id, source, transaction, number, attention, received_at: at, undone_at: undoneAt } = receipt;
              const { charged_back: taken } = receipt;
              return (
                <>
                  <Moment at={at} />
                  <small>
                    {mayBook ? (
                      <Link to={receiptAddress({ id, transaction, isInInbox: attention !== null })}>
                        {text('Receipt {id}', { id })}
                      </Link>
                    ) : (
                      text('Receipt {id}', { id })
                    )}
                    , {source === 'bank' ? text('Bank') : providerName(source)}: {number ?? '–'}
                    {number !== null && (
                      <CopyButton isIcon text={number} what={text('transaction number {number}', { number })} />
                    )}
                  </small>
                  {undoneAt !== null && <small>{text('Undone')}</small>}
                  {taken && <ChargedBack receipt={receipt} />}
                  {undoable.includes(receipt) && (
                    <Button kind="text" small onClick={() => setUndoing(receipt)}>
                      {text('Undo…')}
                    </Button>
                  )}
                </>
              );
            },
          },
          {
            key: 'amount',
            header: text('Amount'),
            align: 'end',
            cell: ({ amount, currency }) => (
              <span className="tabular">{formatMoney(amount, { ...settings, currency })}</span>
            ),
          },
        ]}
      />
      <Suspense>
        {undoing && (
          <UndoPayment
            receipt={undoing.id}
            amount={undoing.amount}
            number={undoing.number}
            onClose={() => setUndoing(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

/** Says that the money of a receipt is gone, with the bank's reason. */
function ChargedBack({ receipt: { amount, currency, charged_back: taken } }: { receipt: Order['receipts'][number] }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  if (!taken) return null;
  return (
    <>
      <StatusChip tone="bad">
        {taken.amount === amount
          ? text('Charged back')
          : text('{amount} charged back', { amount: formatMoney(taken.amount, { ...settings, currency }) })}
      </StatusChip>
      {taken.reason !== '' && <small>{bankReasonInWords(taken.reason, language)}</small>}
    </>
  );
}
