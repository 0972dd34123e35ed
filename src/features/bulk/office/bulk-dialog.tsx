import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#browser/api-error.ts';
import { isPreviewChanged, officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer, OfficeRequest } from '#browser/office-calls.ts';
import { PreviewBlock } from '#features/previews/office/public.tsx';
import { RestoredNotice, useOfficeForm } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './bulk-dialog.module.css';
import { type BulkRow, BulkRows } from './bulk-rows.tsx';
import { leftOutTexts } from './bulk-words.ts';

export type BulkCall = 'orders-bulk-mail' | 'orders-bulk-cancel' | 'tickets-bulk-mail';

interface BulkDialogProps<Name extends BulkCall> {
  name: Name;
  /** The orders: a filter, and the chosen rows of the list; null for all that match. */
  about: Pick<OfficeRequest<Name>, 'filter' | 'chosen'>;
  onClose: () => void;
}

/** Shows how many orders an action includes and why others are left out, and starts exactly that. */
export default function BulkDialog<Name extends BulkCall>({ name, about, onClose }: BulkDialogProps<Name>) {
  const { text, countText, translate } = useLanguage();
  const settings = useShopSettings();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useOfficeForm({ keptAs: `bulk.${name}`, initial: { reason: '' }, validate: () => [] });
  const { reason } = form.values;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isCancelling = name === 'orders-bulk-cancel';
  const call = (more: object, options = {}): Promise<OfficeAnswer<BulkCall>> =>
    officeCall(
      name,
      { ...about, ...(isCancelling && { reason: reason.trim() }), ...more } as OfficeRequest<Name>,
      options,
    );
  const query = useQuery({
    queryKey: ['preview', name, about],
    queryFn: ({ signal }) => call({ fingerprint: '' }, { signal, isPreview: true }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const start = async ({ fingerprint, at }: OfficeAnswer<BulkCall>) => {
    setBusy(true);
    setFailure(null);
    try {
      const { run } = await call({ fingerprint, at });
      void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'preview' });
      form.markSaved();
      navigate(`/orders/bulk/${run}`);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(thrown.message);
      setBusy(false);
      if (isPreviewChanged(thrown)) await query.refetch();
    }
  };
  const rows = query.data?.rows.map(
    ({ order, customer_name: name, to, why }): BulkRow => ({
      ...{ key: order, order, name, to },
      ...(why !== null && { why: translate(leftOutTexts[why]) }),
    }),
  );
  const included = rows?.filter(({ why }) => why === undefined) ?? [];
  const leftOut = rows?.filter(({ why }) => why !== undefined) ?? [];
  const leftOutCount = query.data?.left_out.reduce((all, { count }) => all + count, 0) ?? 0;
  const heading = isCancelling ? text('Cancel unpaid orders') : text('Send emails again');
  return (
    <FormDialog onClose={onClose} title={heading}>
      <QueryState query={query} failed={text('The preview did not load')}>
        {(preview) => (
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (preview.orders > 0 && !isBusy) void start(preview);
            }}
          >
            <RestoredNotice form={form} />
            {isCancelling && (
              <TextArea
                label={text('Reason')}
                optional
                hint={text('The customers will see it in the email.')}
                rows={2}
                {...form.field('reason')}
              />
            )}
            {failure !== null && (
              <Notice tone="warn" small role="status">
                {translate(failure)}
              </Notice>
            )}
            <PreviewBlock isUnderWay={query.isFetching}>
              <p>
                {isCancelling
                  ? countText(
                      preview.orders,
                      {
                        one: '{count} order totalling {total} will be cancelled. Its places will go back on sale, and its customer will get an email.',
                        other:
                          '{count} orders totalling {total} will be cancelled. Their places will go back on sale, and each customer will get an email.',
                      },
                      { total: formatMoney(preview.total, settings) },
                    )
                  : countText(preview.orders, {
                      one: 'The customer of {count} order gets the email that fits the order’s current status, with its tickets and links.',
                      other:
                        'The customers of {count} orders get the email that fits the order’s current status, with its tickets and links.',
                    })}{' '}
                {text('The server handles them one at a time, and you can stop it.')}
              </p>
              <BulkRows
                heading={countText(preview.orders, {
                  one: '{count} order is included',
                  other: '{count} orders are included',
                })}
                rows={included}
                more={preview.orders - included.length}
              />
              <BulkRows
                heading={countText(leftOutCount, {
                  one: '{count} order is left out',
                  other: '{count} orders are left out',
                })}
                rows={leftOut}
                more={leftOutCount - leftOut.length}
                isOpen
              />
            </PreviewBlock>
            <div className={styles.buttons}>
              <CancelButton onClose={onClose}>{text('Close')}</CancelButton>
              <Button
                type="submit"
                kind={isCancelling ? 'danger' : 'primary'}
                busy={isBusy}
                unavailable={preview.orders === 0 || query.isFetching}
              >
                {isCancelling
                  ? countText(preview.orders, { one: 'Cancel {count} order', other: 'Cancel {count} orders' })
                  : countText(preview.orders, {
                      one: 'Send emails for {count} order',
                      other: 'Send emails for {count} orders',
                    })}
              </Button>
            </div>
          </form>
        )}
      </QueryState>
    </FormDialog>
  );
}
