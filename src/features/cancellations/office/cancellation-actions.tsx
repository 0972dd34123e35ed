import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useChange } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { Money } from '#ui/price.tsx';
import { toast } from '#ui/toast.tsx';

type Cancellation = OfficeAnswer<'cancellation-open'>;

interface ActionsProps {
  cancellation: number;
  onDone: () => void;
}

/** The orders of a cancelled event that need a person, with the reasons and a button to try them again. */
export default function CancellationActions({ cancellation, onDone }: ActionsProps) {
  const { text } = useLanguage();
  const query = useOfficeCall('cancellation-open', { cancellation });
  return (
    <QueryState query={query} failed={text('This cancellation did not load')}>
      {(open) => <OrdersThatNeedYou cancellation={cancellation} open={open} onDone={onDone} />}
    </QueryState>
  );
}

function OrdersThatNeedYou({ cancellation, open, onDone }: ActionsProps & { open: Cancellation }) {
  const { text, translate, countText } = useLanguage();
  const codes = open.orders.map(({ code }) => code);
  const preview = usePreview('cancellation-retry', codes.length === 0 ? null : { cancellation, codes });
  const refusals = new Map((preview.answer?.rows ?? []).map(({ key, refusal }) => [key, refusal]));
  const retriable = codes.filter((code) => refusals.get(code) === null);
  const stillNeedYou = open.need_you - retriable.length;
  return (
    <>
      <p>
        {countText(open.done, {
          one: '{count} order has been refunded or cancelled.',
          other: '{count} orders have been refunded or cancelled.',
        })}
      </p>
      <PreviewedForm
        preview={preview}
        buttonLabel={countText(retriable.length, { one: 'Try {count} order again', other: 'Try {count} orders again' })}
        done={({ rows }) =>
          countText(rows.filter(({ refusal }) => refusal === null).length, {
            one: '{count} order tried again.',
            other: '{count} orders tried again.',
          })
        }
        canDo={retriable.length > 0}
        onDone={() => stillNeedYou === 0 && onDone()}
        more={<Pause cancellation={cancellation} isPaused={open.is_paused} />}
      >
        <DataTable
          caption={text('Orders that need you')}
          rows={open.orders}
          rowKey={({ code }) => code}
          columns={[
            { key: 'code', header: text('Order'), cell: ({ code }) => <Link to={`/orders/${code}`}>{code}</Link> },
            {
              key: 'why',
              header: text('Why'),
              cell: ({ code, why }) => translate(refusals.get(code) ?? (refusals.has(code) ? '' : why)),
            },
            { key: 'total', header: text('Total'), align: 'end', cell: ({ total }) => <Money amount={total} /> },
          ]}
        />
        {open.orders.length < open.need_you && (
          <p>{text('{shown} of {count}', { shown: open.orders.length, count: open.need_you })}</p>
        )}
        {open.is_paused && <Notice tone="info">{text('The refunds of this event are paused.')}</Notice>}
      </PreviewedForm>
    </>
  );
}

/** Pauses or resumes the cancellation. */
function Pause({ cancellation, isPaused }: { cancellation: number; isPaused: boolean }) {
  const { text, translate, countText } = useLanguage();
  const { running, failure, run } = useChange();
  return (
    <>
      <Button
        kind="secondary"
        busy={running !== null}
        onClick={() =>
          void run('cancellation-pause', { cancellation, is_paused: !isPaused }).then(
            (done) =>
              done &&
              toast(
                isPaused
                  ? countText(done.waiting, {
                      one: 'Refunds resumed: {count} order is waiting.',
                      other: 'Refunds resumed: {count} orders are waiting.',
                    })
                  : text('Refunds paused.'),
              ),
          )
        }
      >
        {isPaused ? text('Resume the refunds') : text('Pause the refunds')}
      </Button>
      {failure !== null && (
        <Notice tone="warn" small role="status">
          {translate(failure)}
        </Notice>
      )}
    </>
  );
}
