import { useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { PreviewedForm, usePreview, usePreviewedForm } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './decide-refunds.module.css';

interface ChosenRefund {
  code: string;
  order: string;
  total: number;
}

interface DecideRefundsProps {
  decision: 'approve' | 'refuse';
  refunds: readonly ChosenRefund[];
  onClose: () => void;
  onDecided: (codes: readonly string[]) => void;
}

type Rows = OfficeAnswer<'refunds-start'>['rows'];

/** Approves or refuses several refunds. Shows what will happen, which are left out, and then the result of each. */
export default function DecideRefunds({ decision, refunds, onClose, onDecided }: DecideRefundsProps) {
  const { text } = useLanguage();
  const [notDone, setNotDone] = useState<Rows | null>(null);
  const done = ({ rows }: { rows: Rows }) => {
    const refused = rows.filter(({ refusal }) => refusal !== null);
    onDecided(rows.filter(({ refusal }) => refusal === null).map(({ key }) => key));
    if (refused.length === 0) onClose();
    else setNotDone(refused);
  };
  const title = decision === 'approve' ? text('Approve refunds') : text('Decline refunds');
  return (
    <FormDialog onClose={onClose} title={title}>
      {notDone ? (
        <>
          <LeftOut rows={notDone} refunds={refunds} heading={text('Not done')} />
          <Button onClick={onClose}>{text('Close')}</Button>
        </>
      ) : decision === 'approve' ? (
        <Approve refunds={refunds} onClose={onClose} onDone={done} />
      ) : (
        <Refuse refunds={refunds} onClose={onClose} onDone={done} />
      )}
    </FormDialog>
  );
}

interface FormProps {
  refunds: readonly ChosenRefund[];
  onClose: () => void;
  onDone: (answer: { rows: Rows }) => void;
}

const codesOf = (refunds: readonly ChosenRefund[]) => refunds.map(({ code }) => code);

/** The number and total of the refunds that the preview does not leave out. */
function remaining(refunds: readonly ChosenRefund[], rows: Rows | undefined) {
  const out = new Set(rows?.filter(({ refusal }) => refusal !== null).map(({ key }) => key));
  const left = refunds.filter(({ code }) => !out.has(code));
  return { count: left.length, total: left.reduce((sum, refund) => sum + refund.total, 0) };
}

const doneIn = ({ rows }: { rows: Rows }) => rows.filter(({ refusal }) => refusal === null).length;

function Approve({ refunds, onClose, onDone }: FormProps) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const preview = usePreview('refunds-start', { codes: codesOf(refunds) });
  const { count, total } = remaining(refunds, preview.answer?.rows);
  const amount = formatMoney(total, settings);
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={countText(count, { one: 'Refund {amount}', other: 'Approve {count}, refund {amount}' }, { amount })}
      done={(answer) =>
        countText(doneIn(answer), { one: '{count} refund approved.', other: '{count} refunds approved.' })
      }
      canDo={count > 0}
      onDone={onDone}
      others={
        <Button kind="secondary" onClick={onClose}>
          {text('Cancel')}
        </Button>
      }
    >
      <LeftOut rows={preview.answer?.rows ?? []} refunds={refunds} heading={text('Left out')} />
    </PreviewedForm>
  );
}

function Refuse({ refunds, onClose, onDone }: FormProps) {
  const { text, countText } = useLanguage();
  const form = usePreviewedForm({
    call: 'refunds-refuse',
    keptAs: 'refuse-refunds',
    initial: { reason: '' },
    validate: ({ reason }) => problemsOf({ reason: reason.trim() === '' ? text('Please enter a reason.') : undefined }),
    request: ({ reason }) => ({ codes: codesOf(refunds), reason: reason.trim() }),
  });
  const rows = form.preview.answer?.rows;
  const { count } = remaining(refunds, rows);
  return (
    <PreviewedForm
      form={form}
      buttonLabel={countText(count, { one: 'Decline {count} refund', other: 'Decline {count} refunds' })}
      done={(answer) =>
        countText(doneIn(answer), { one: '{count} refund declined.', other: '{count} refunds declined.' })
      }
      isDanger
      canDo={count > 0}
      onDone={onDone}
      others={<CancelButton onClose={onClose} />}
    >
      <TextArea
        label={text('Reason')}
        hint={text('Each of these customers will see it in the email and on the refund page.')}
        rows={3}
        {...form.field('reason')}
      />
      <LeftOut rows={rows ?? []} refunds={refunds} heading={text('Left out')} />
    </PreviewedForm>
  );
}

function LeftOut({ rows, refunds, heading }: { rows: Rows; refunds: readonly ChosenRefund[]; heading: string }) {
  const settings = useShopSettings();
  const out = rows.filter(({ refusal }) => refusal !== null);
  if (out.length === 0) return null;
  return (
    <section className={styles.out}>
      <h3>{heading}</h3>
      <ul>
        {out.map(({ key, refusal }) => {
          const refund = refunds.find(({ code }) => code === key);
          return (
            <li key={key}>
              <b>{key}</b>
              {refund && `, ${formatMoney(refund.total, settings)}`}
              <small>{refusal}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
