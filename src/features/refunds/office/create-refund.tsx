import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { amountFrom } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { typedAmountSentence } from '#features/shop-config/words/staff/amount-sentence.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { exceedsRequest, itemLimits } from '../domain/operator-refund.ts';
import { takesLastGoods } from '../domain/refundable-items.ts';
import { chosenAtFirst } from './chosen-at-first.ts';
import { RefundLines } from './refund-lines.tsx';
import { refundedSentence } from './refunded-sentence.ts';

type Refundable = OfficeAnswer<'refund-to-create'>;

interface CreateRefundProps {
  code: string;
  /** Order lines that are selected at first. */
  lines?: readonly number[];
  onClose: () => void;
}

/** Refunds items without a request. Managers are not bound by deadlines, but cannot refund more than was paid. */
export default function CreateRefund({ code, lines = [], onClose }: CreateRefundProps) {
  const { text } = useLanguage();
  const query = useOfficeCall('refund-to-create', { code });
  return (
    <FormDialog name="refund" onClose={onClose} title={text('Refund')} description={code} size="wide">
      <QueryState query={query} failed={text('This order did not load')}>
        {(refundable) => <Form code={code} lines={lines} refundable={refundable} onClose={onClose} />}
      </QueryState>
    </FormDialog>
  );
}

interface Choice {
  lines: readonly number[];
  fees: 'kept' | 'returned';
  shipping: boolean;
}

/** The amounts that can be refunded with these choices, by the same rule as on the server. */
function limitsOf(refundable: Refundable, { lines, fees, shipping }: Choice) {
  if (refundable.is_plan) return { minimum: 1, maximum: refundable.plan_maximum[fees] };
  const items = refundable.items.map((item) => ({ ...item, isStillOrdered: item.is_left }));
  const chosen = items.filter((item) => item.isStillOrdered && lines.includes(item.line));
  const withShipping = shipping || takesLastGoods(items, chosen);
  return itemLimits({
    items: chosen,
    fees,
    shipping: withShipping ? refundable.shipping : 0,
    available: refundable.paid,
  });
}

function Form({ code, lines: wanted, refundable, onClose }: Required<CreateRefundProps> & { refundable: Refundable }) {
  const language = useLanguage();
  const { text } = language;
  const { may } = useStaffSession();
  const mayExceed = may('orders.override');
  const settings = useShopSettings();
  const chosenItems = (lines: readonly number[]) =>
    refundable.items
      .filter(({ line }) => refundable.is_plan || lines.includes(line))
      .map((item) => ({ mayBeRequested: item.may_be_requested }));
  const linesProblem = ({ lines, fees }: Pick<Choice, 'lines' | 'fees'>) => {
    if (lines.length === 0) return text('Please choose what to refund.');
    const needsManager = !mayExceed && exceedsRequest(fees, chosenItems(lines));
    return needsManager
      ? text('Some of this is more than the customer can request. Only a manager can refund it.')
      : undefined;
  };
  const form = usePreviewedForm<
    { lines: readonly number[]; areFeesWaived: boolean; shipping: boolean; amount: string; to: string; reason: string },
    'refund-create'
  >({
    call: 'refund-create',
    // What is typed is kept separately for each selection of items that the form is opened with.
    keptAs: `refund.${code}.${wanted.join('.')}`,
    initial: {
      lines: chosenAtFirst(refundable, wanted),
      areFeesWaived: false,
      shipping: false,
      amount: '',
      to: refundable.to_card > 0 ? 'card' : 'bank',
      reason: '',
    },
    validate: ({ lines, amount, reason, areFeesWaived, shipping }) => {
      const limits = limitsOf(refundable, { lines, fees: areFeesWaived ? 'returned' : 'kept', shipping });
      return problemsOf({
        lines: linesProblem({ lines, fees: areFeesWaived ? 'returned' : 'kept' }),
        amount:
          amount.trim() === '' || lines.length === 0
            ? undefined
            : typedAmountSentence(language, amount, { shop: settings, limits }),
        reason: reason.trim() === '' ? text('Please enter a reason.') : undefined,
      });
    },
    request: ({ lines, areFeesWaived, shipping, amount, to, reason }) => ({
      code,
      lines: [...lines],
      fees: areFeesWaived ? 'returned' : 'kept',
      shipping: shipping || null,
      amount: amountFrom(amount, settings),
      to: to === 'card' ? 'card' : 'bank',
      reason: reason.trim(),
    }),
  });
  const { values, preview } = form;
  const { lines } = values;
  const fees = values.areFeesWaived ? 'returned' : 'kept';
  const isStartedAtOnce = may('refunds.decide');
  const total = preview.outcome?.movements.reduce((sum, movement) => sum + movement.amount, 0) ?? 0;
  const sum = formatMoney(total, settings);
  const { maximum } = limitsOf(refundable, { lines, fees, shipping: values.shipping });
  const buttonLabel = () => {
    if (!isStartedAtOnce) return text('Request the refund');
    if (refundable.paid === 0) return text('Take back without a refund');
    return total > 0 ? text('Refund {amount}', { amount: sum }) : text('Refund');
  };
  const isTooLate = mayExceed && exceedsRequest('kept', chosenItems(lines));
  const linesField = form.at('lines');
  return (
    <PreviewedForm
      form={form}
      buttonLabel={buttonLabel()}
      done={({ outcome }) =>
        isStartedAtOnce ? refundedSentence(language, outcome.movements, settings) : text('Refund requested.')
      }
      onDone={onClose}
      others={<CancelButton onClose={onClose} />}
    >
      {isTooLate && (
        <Notice tone="warn" small>
          {text('Some of this is more than the customer can request, but you can refund it.')}
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
          id={linesField.id}
          error={linesField.error}
          items={refundable.items}
          chosen={lines}
          fees={fees}
          limit={(amountFrom(values.amount, settings) ?? refundable.paid) - (values.shipping ? refundable.shipping : 0)}
          onChoose={(chosen) => form.setValue('lines', chosen)}
        />
      )}
      {refundable.shipping > 0 && (
        <Checkbox
          label={text('Refund shipping, {amount}', { amount: formatMoney(refundable.shipping, settings) })}
          hint={text('Shipping is refunded with the last piece of merchandise anyway.')}
          {...form.checkbox('shipping')}
        />
      )}
      {mayExceed && refundable.items.some(({ kept }) => kept > 0) && (
        <Checkbox
          label={text('Waive the fees')}
          hint={text('Booking and refund fees are refunded too.')}
          {...form.checkbox('areFeesWaived')}
        />
      )}
      {refundable.paid === 0 && <p>{text('Nothing was paid for it, so no money goes back.')}</p>}
      {refundable.paid > 0 && (
        <AmountField
          label={text('Refund only this amount ({currency})', { currency: settings.currency })}
          optional
          hint={
            lines.length === 0
              ? text('Leave empty to refund everything chosen above.')
              : text('Leave empty to refund everything chosen above. At most {amount}.', {
                  amount: formatMoney(maximum, settings),
                })
          }
          {...form.field('amount')}
        />
      )}
      {refundable.to_card > 0 && (
        <RadioCards
          legend={text('Where should it go?')}
          options={[
            {
              value: 'card',
              label: text('Back to the card'),
              note: text('Anything the card cannot take goes by bank transfer.'),
            },
            { value: 'bank', label: text('By bank transfer'), note: text('Needs the customer’s bank details.') },
          ]}
          {...form.field('to')}
        />
      )}
      {!isStartedAtOnce && <p>{text('Finance decides on the request. Until then, no money moves.')}</p>}
      <TextArea
        label={text('Reason')}
        hint={text('The customer will see it in the email and on the refund page.')}
        rows={2}
        {...form.field('reason')}
      />
    </PreviewedForm>
  );
}
