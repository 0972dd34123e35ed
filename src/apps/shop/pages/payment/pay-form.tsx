import { useState } from 'react';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { keptForm } from '#browser/kept-form.ts';
import { useBundle } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { useKeeping } from '#browser/use-kept-form.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { consentedInstalments } from '#features/payments/domain/consented-instalments.ts';
import { type Opened, type PaymentLink, PaymentTrust, SaveCardChoice } from '#features/payments/shop/public.tsx';
import { AcceptTermsLabel, ChangedTermsNotice, useShownTerms } from '#features/terms/shop/public.tsx';
import { ACCEPT_TERMS } from '#features/terms/words/accept-terms.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import styles from './payment-page.module.css';

type PayValues = {
  accepted: boolean;
  /** The terms that the box accepts. */
  terms_version: string;
  save_card: boolean;
};

interface PayFormProps {
  opened: Opened;
  link: PaymentLink;
  /** Whether the buyer is logged in, so that a card can be saved. */
  isOwner: boolean;
  /** Receives null if the payment provider could not be reached. */
  onStarted: (action: PaymentAction | null) => void;
  refresh: () => Promise<void>;
}

export function PayForm({ opened: { order, payment }, link, isOwner, onStarted, refresh }: PayFormProps) {
  const { text, translate } = useLanguage();
  const { config } = useBundle();
  // After a declined attempt the boxes are as the payer left them.
  const [kept] = useState(() => keptForm<PayValues>(`pay-${payment.reference}`));
  const form = useForm({
    initial: kept.restore({ accepted: false, terms_version: config.termsVersion, save_card: false }),
    validate: (values) => (values.accepted ? [] : [{ field: 'accepted' as const, message: translate(ACCEPT_TERMS) }]),
    submit: async (values) => {
      try {
        const answer = await call('pay-payment-plan-order-payment', { ...link, save_card: values.save_card });
        onStarted(answer.payment ?? null);
      } catch (error) {
        // Somebody else may have paid, or this was the last attempt.
        if (error instanceof ApiError && error.status === 409) void refresh();
        throw error;
      }
    },
  });
  useKeeping(kept, form.values, form.edited);
  const { accepted: isChecked, terms_version: version } = form.values;
  const mustReadNewTerms = useShownTerms({ isChecked, version }, (shown) => {
    form.setValue('accepted', false);
    form.setValue('terms_version', shown);
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className={styles.form}>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      {mustReadNewTerms && form.errors.length === 0 && <ChangedTermsNotice />}
      <Checkbox label={<AcceptTermsLabel />} {...form.checkbox('accepted')} />
      {isOwner && (
        <SaveCardChoice
          later={consentedInstalments(
            order.payments
              .filter(({ reference }) => reference !== payment.reference)
              .map(({ amount, paid_amount: paidAmount, payment_status: status, due_at: dueAt, due: isDue }) => {
                return { amount, paidAmount, status, dueAt, isDue };
              }),
          )}
          field={form.checkbox('save_card')}
        />
      )}
      <p className={styles.total}>
        <span>{text('Due now')}</span>
        <strong>
          <Money amount={payment.amount - payment.paid_amount} />
        </strong>
      </p>
      <Button type="submit" wide busy={form.pending}>
        {text('Pay')}
      </Button>
      <PaymentTrust config={config} />
    </form>
  );
}
