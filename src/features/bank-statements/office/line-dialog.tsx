import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useChange } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.tsx';
import { useSettled } from '#ui/use-settled.ts';
import type { Asked, Line } from './statement-page.tsx';

interface LineDialogProps {
  importId: number;
  asked: Asked;
  onClose: () => void;
  /** An order's code or a payment's reference. */
  onChosen: (order: string) => void;
}

/** Dialogs to find the order of a line, to give the reason for ignoring it, or to undo its outcome. */
export default function LineDialog({ asked: { what, line }, ...props }: LineDialogProps) {
  if (what === 'search') return <Search line={line} {...props} />;
  return what === 'ignore' ? <Ignore line={line} {...props} /> : <Undo line={line} {...props} />;
}

type AboutLine = Omit<LineDialogProps, 'asked'> & { line: Line };

function useLineText() {
  const settings = useShopSettings();
  return ({ party, amount, text }: Line): string =>
    [party, amount === null ? '' : formatMoney(amount, settings), text].filter(Boolean).join(' · ');
}

/** Searches once typing pauses for this long. */
const PAUSE_MS = 250;

function Search({ line, onClose, onChosen }: AboutLine) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const lineText = useLineText();
  const [typed, setTyped] = useState('');
  const wanted = useSettled(typed.trim(), PAUSE_MS);
  const found = useQuery({
    queryKey: ['payment-to-record', wanted],
    queryFn: ({ signal }) => officeCall('payment-to-record', { reference: wanted }, { signal }),
    enabled: wanted !== '',
  });
  const order = wanted === typed.trim() ? (found.data?.order ?? null) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop={typed !== ''}
      title={text('Which order is it for?')}
      description={lineText(line)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!order) return;
        onChosen(wanted.toUpperCase());
        onClose();
      }}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
          <Button type="submit" unavailable={!order}>
            {order ? text('Choose {code}', { code: order.code }) : text('Choose')}
          </Button>
        </>
      }
    >
      <Field
        id="line-order"
        label={text('Order or payment reference')}
        hint={text('If you do not know the code, find the order by name or email first: press / on any page.')}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={
          wanted === '' || wanted !== typed.trim()
            ? undefined
            : found.error
              ? translate(found.error.message)
              : found.data && !order
                ? text('There is no such order or payment.')
                : undefined
        }
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      {order && (
        <p>
          {text('{name}: {paid} of {total} has been paid.', {
            name: order.customer_name,
            paid: formatMoney(order.paid, settings),
            total: formatMoney(order.total, settings),
          })}
        </p>
      )}
    </Dialog>
  );
}

function Ignore({ importId, line, onClose }: AboutLine) {
  const { text, translate } = useLanguage();
  const lineText = useLineText();
  const change = useChange();
  const [reason, setReason] = useState('');
  const ignore = async () => {
    const request = { import: importId, number: line.number, reason: reason.trim() };
    if (!(await change.run('statement-ignore', request))) return;
    toast(text('Line ignored.'));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop={reason !== ''}
      title={text('Ignore this line')}
      description={lineText(line)}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') void ignore();
      }}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
          <Button type="submit" busy={change.running !== null} unavailable={reason.trim() === ''}>
            {text('Ignore')}
          </Button>
        </>
      }
    >
      {change.failure && (
        <Notice tone="warn" small role="status">
          {translate(change.failure)}
        </Notice>
      )}
      <p>{text('Nothing is booked. The line stays here and can be reopened.')}</p>
      <TextArea
        id="line-reason"
        label={text('Reason')}
        hint={text('The audit log keeps this forever, so do not include any names.')}
        rows={2}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </Dialog>
  );
}

function Undo({ importId, line, onClose }: AboutLine) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const lineText = useLineText();
  const preview = usePreview('statement-undo', { import: importId, number: line.number });
  const amount = formatMoney(Math.abs(line.amount ?? 0), settings);
  const isIgnored = line.became?.outcome === 'ignored';
  return (
    <Dialog open onClose={onClose} title={text('Undo this line')} description={lineText(line)}>
      <PreviewedForm
        preview={preview}
        buttonLabel={isIgnored ? text('Reopen') : text('Undo {amount}', { amount })}
        done={text('Line undone.')}
        isDanger={!isIgnored}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
        }
      />
    </Dialog>
  );
}
