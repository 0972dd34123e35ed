import { problemsOf } from '#browser/problems-of.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { amountFrom } from '#features/shop-config/domain/typed-amount.ts';
import { AmountField } from '#features/shop-config/office/public.tsx';
import { typedAmountSentence } from '#features/shop-config/words/staff/amount-sentence.ts';
import { AuditReason } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

interface WaiveInstalmentsProps {
  /** An instalment's reference, or the order's code for all open instalments. */
  reference: string;
  /** The open amount, in minor units. */
  missing: number;
  /** Whether the waiver covers all open instalments, so that no amount can be chosen. */
  isAll?: boolean;
  onClose: () => void;
}

/** Lowers the price of a plan by an amount that the customer no longer has to pay. */
export default function WaiveInstalments({ reference, missing, isAll = false, onClose }: WaiveInstalmentsProps) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const limits = { minimum: 1, maximum: missing };
  const name = `waive.${reference}`;
  const amountProblemOf = (typed: string) =>
    isAll ? undefined : typedAmountSentence(language, typed, { shop: settings, limits });
  const form = usePreviewedForm({
    call: 'instalment-waive',
    keptAs: name,
    initial: { amount: formatMoney(missing, settings), reason: '' },
    validate: ({ amount, reason }) =>
      problemsOf({
        amount: amountProblemOf(amount),
        reason: reason.trim() === '' ? text('Please enter a reason.') : undefined,
      }),
    request: ({ amount, reason }) => ({
      reference,
      amount: isAll ? null : amountFrom(amount, settings),
      reason: reason.trim(),
    }),
  });
  const amount = isAll ? missing : amountFrom(form.values.amount, settings);
  const sum = amount === null ? '' : formatMoney(amount, settings);
  return (
    <FormDialog
      name={name}
      onClose={onClose}
      title={isAll ? text('Waive everything that is outstanding') : text('Waive an instalment')}
      description={reference}
    >
      <PreviewedForm
        form={form}
        buttonLabel={
          amountProblemOf(form.values.amount) === undefined
            ? text('Waive {amount}', { amount: sum })
            : text('Waive an instalment')
        }
        done={text('{amount} waived.', { amount: sum })}
        onDone={onClose}
        others={<CancelButton onClose={onClose} />}
      >
        <p>
          {text(
            'The order costs less by this amount, and the customer no longer has to pay it. Sales and tax are corrected, and the discount appears on the invoice.',
          )}
        </p>
        {!isAll && (
          <AmountField
            label={text('Amount ({currency})', { currency: settings.currency })}
            hint={text('{amount} is outstanding.', { amount: formatMoney(missing, settings) })}
            {...form.field('amount')}
          />
        )}
        <AuditReason {...form.field('reason')} />
      </PreviewedForm>
    </FormDialog>
  );
}
