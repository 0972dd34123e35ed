import { useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { amountFrom } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { RefundLines } from './refund-lines.tsx';
import { refundedSentence } from './refunded-sentence.ts';

type Refundable = OfficeAnswer<'refund-to-create'>;

interface CreateRefundProps {
  code: string;
  /** Order lines that are selected at first. */
  lines?: readonly number[];
  onClose: () => void;
}

/** Refunds items without a request. Deadlines do not bind the operator; the amount paid does. */
export default function CreateRefund({ code, lines = [], onClose }: CreateRefundProps) {
  const { text } = useLanguage();
  const query = useOfficeCall('refund-to-create', { code });
  return (
    <Dialog open onClose={onClose} keepOnBackdrop title={text('Refund')} description={code} size="wide">
      <QueryState query={query} failed={text('This order did not load')}>
        {(refundable) => <Form code={code} lines={lines} refundable={refundable} onClose={onClose} />}
      </QueryState>
    </Dialog>
  );
}

function Form({ code, lines: wanted, refundable, onClose }: Required<CreateRefundProps> & { refundable: Refundable }) {
  const language = useLanguage();
  const { text, translate } = language;
  const { may } = useStaffSession();
  const settings = useShopSettings();
  const left = refundable.items.filter((item) => item.is_left);
  const [lines, setLines] = useState<readonly number[]>(() =>
    left.map(({ line }) => line).filter((line) => refundable.is_plan || wanted.includes(line)),
  );
  const [fees, setFees] = useState<'kept' | 'returned'>('kept');
  const [shipping, setShipping] = useState(false);
  const [typed, setTyped] = useState('');
  const [to, setTo] = useState<'card' | 'bank'>(refundable.to_card > 0 ? 'card' : 'bank');
  const [reason, setReason] = useState('');
  const amount = typed.trim() === '' ? null : amountFrom(typed, settings);
  const isWrongAmount = typed.trim() !== '' && amount === null;
  const isComplete = lines.length > 0 && reason.trim() !== '' && !isWrongAmount;
  const preview = usePreview(
    'refund-create',
    isComplete
      ? { code, lines: [...lines], fees, shipping: shipping || null, amount, to, reason: reason.trim() }
      : null,
  );
  const starts = may('refunds.decide');
  const total = preview.outcome?.movements.reduce((sum, movement) => sum + movement.amount, 0) ?? 0;
  const sum = formatMoney(total, settings);
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  const chosen = left.filter(({ line }) => lines.includes(line));
  const ofChosen = chosen.reduce((all, item) => all + (fees === 'returned' ? item.paid : item.maximum), 0);
  const maximum =
    refundable.is_plan || chosen.length === 0
      ? refundable.paid
      : Math.min(refundable.paid, ofChosen + (shipping ? refundable.shipping : 0));
  const buttonLabel = () => {
    if (!starts) return text('Request the refund');
    if (refundable.paid === 0) return text('Take back without a refund');
    return total > 0 ? text('Refund {amount}', { amount: sum }) : text('Refund');
  };
  const isTooLate = refundable.items.some(({ line, may_be_requested: may }) => lines.includes(line) && !may);
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={buttonLabel()}
      done={({ outcome }) =>
        starts ? refundedSentence(language, outcome.movements, settings) : text('Refund requested.')
      }
      onDone={onClose}
      others={
        <Button kind="secondary" onClick={onClose}>
          {text('Cancel')}
        </Button>
      }
    >
      {isTooLate && (
        <Notice tone="warn" small>
          {text('The customer cannot request a refund of everything chosen here, but you can refund it.')}
        </Notice>
      )}
      {refundable.is_plan ? (
        <p>
          {text(
            'Orders on a payment plan can only be refunded in full. The remaining instalments will no longer be due.',
          )}
        </p>
      ) : (
        <RefundLines
          items={refundable.items}
          chosen={lines}
          areFeesWaived={fees === 'returned'}
          limit={amount ?? refundable.paid}
          onChoose={setLines}
        />
      )}
      {refundable.shipping > 0 && (
        <Checkbox
          id="refund-shipping"
          label={text('Refund shipping, {amount}', { amount: formatMoney(refundable.shipping, settings) })}
          hint={text('Shipping is refunded with the last piece of merchandise anyway.')}
          checked={shipping}
          onChange={({ currentTarget: { checked } }) => setShipping(checked)}
        />
      )}
      {refundable.items.some(({ kept }) => kept > 0) && (
        <Checkbox
          id="refund-fees"
          label={text('Waive the fees')}
          hint={text('Booking and refund fees are refunded too.')}
          checked={fees === 'returned'}
          onChange={({ currentTarget: { checked } }) => setFees(checked ? 'returned' : 'kept')}
        />
      )}
      {refundable.paid === 0 && <p>{text('Nothing was paid for it, so no money goes back.')}</p>}
      {refundable.paid > 0 && (
        <AmountField
          id="refund-amount"
          label={text('Refund only this amount ({currency})', { currency: settings.currency })}
          optional
          hint={text('Leave empty to refund everything chosen above. At most {amount}.', {
            amount: formatMoney(maximum, settings),
          })}
          value={typed}
          error={errorAt('amount')}
          onChange={setTyped}
        />
      )}
      {refundable.to_card > 0 && (
        <RadioCards
          id="refund-to"
          name="refund-to"
          legend={text('Where should it go?')}
          value={to}
          options={[
            {
              value: 'card',
              label: text('Back to the card'),
              note: text('Anything the card cannot take goes by bank transfer.'),
            },
            { value: 'bank', label: text('By bank transfer'), note: text('Needs the customer’s bank details.') },
          ]}
          onChange={({ currentTarget: { value } }) => setTo(value as 'card' | 'bank')}
        />
      )}
      <TextArea
        id="refund-reason"
        label={text('Reason')}
        hint={text('The customer will see it in the email and on the refund page.')}
        rows={2}
        value={reason}
        error={errorAt('reason')}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </PreviewedForm>
  );
}
