import { errorAt } from '#browser/form-errors.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { WizardButtons, WizardForm } from '#ui/wizard-page.tsx';
import type { BankField } from '../domain/bank-details.ts';
import type { RefundSums } from '../domain/refundable-items.ts';
import { bankFieldName, bankFieldNames } from '../words/bank-details.ts';
import { BankFields } from './bank-fields.tsx';
import type { BankFormState, Ways } from './refund-values.ts';
import styles from './refund-wizard.module.css';

interface BankDetailsStepProps {
  order: Order;
  form: BankFormState;
  sums: RefundSums;
  ways: Ways;
  /** What the cards that paid can take back; above 0 the customer chooses. */
  cardMoney: number;
  /** Whether `cardMoney` is still unknown. */
  isLoading: boolean;
  /** Whether typed details were lost by a reload or an expired login. */
  hasLostDetails: boolean;
  /** Null on the first step. */
  onBack: (() => void) | null;
  onContinue: () => void;
}

/** Asks whether the money should go back to the card, and for an account if any of it goes by bank. */
export function BankDetailsStep({
  order,
  form,
  sums,
  ways,
  cardMoney,
  isLoading,
  hasLostDetails,
  onBack,
  onContinue,
}: BankDetailsStepProps) {
  const language = useLanguage();
  const { text, translate } = language;
  const { config } = useBundle();
  const field = (name: BankField) => ({ ...form.field(name), error: errorAt(language, name, form.errors) });

  const note = (
    <TextArea
      label={translate(bankFieldNames.note)}
      optional
      hint={text('Anything we should know')}
      {...field('note')}
    />
  );

  return (
    <WizardForm onSubmit={form.onContinue(onContinue)} autoComplete="off">
      <ErrorSummary
        errors={form.errors}
        ref={form.summaryRef}
        nameOf={(name) => {
          const label = bankFieldName(name, config);
          return label && translate(label);
        }}
      />
      {order.has_payment_plan && <WholePlan order={order} sums={sums} />}
      {isLoading && <Skeleton shape="block" />}
      {cardMoney > 0 && (
        <Card className={styles.card}>
          <RefundTo form={form} ways={ways} />
          {ways.byBank === 0 && note}
        </Card>
      )}
      {!isLoading && ways.byBank > 0 && (
        <>
          {hasLostDetails && !form.edited && (
            <Notice small>
              {text('Please enter your bank details again. For your security, the browser does not keep them.')}
            </Notice>
          )}
          {order.payment_method === 'credit_card' && cardMoney === 0 && (
            <p className={styles.lead}>
              {config.refundWay === 'ask'
                ? text('Your refund cannot go back to a card, so we need a bank account.')
                : text('We pay refunds by bank transfer, so we need a bank account.')}
            </p>
          )}
          <BankFields form={form}>{note}</BankFields>
        </>
      )}
      <WizardButtons>
        <Button type="submit">{text('Continue')}</Button>
        {onBack ? (
          <Button kind="text" onClick={onBack}>
            {text('Back')}
          </Button>
        ) : (
          <ButtonLink kind="text" to={paths.order(order.code)}>
            {text('Back to the order')}
          </ButtonLink>
        )}
      </WizardButtons>
    </WizardForm>
  );
}

/** The card comes first: it is faster, and nothing has to be typed. */
function RefundTo({ form, ways }: { form: BankFormState; ways: Ways }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const money = (amount: number) => formatMoney(amount, config);
  return (
    <RadioCards
      legend={text('Refund to')}
      {...form.field('way')}
      options={[
        {
          value: 'card',
          label: text('Back to the card you paid with'),
          note:
            ways.toCard > 0 && ways.byBank > 0
              ? text('{card} will go back to your card. For the remaining {bank}, we need a bank account.', {
                  card: money(ways.toCard),
                  bank: money(ways.byBank),
                })
              : text('No bank details needed. Your bank shows it within 5 to 10 working days.'),
        },
        { value: 'bank', label: text('To a bank account') },
      ]}
    />
  );
}

/** A plan is refunded as a whole: the amount paid less the fees. */
export function WholePlan({ order, sums }: { order: Order; sums: RefundSums }) {
  const { text } = useLanguage();
  const items = [...order.tickets, ...order.merchandisePurchases];
  const bookingFees = items.reduce((sum, item) => sum + item.fee, 0);
  const refundFees = items.reduce((sum, item) => sum + item.refund_fee, 0);
  return (
    <Card className={styles.card}>
      <h2>{text('Your refund amount')}</h2>
      <p className={styles.lead}>
        {text(
          'Orders on a payment plan can only be refunded in full: {items}. Once we accept the request, the remaining instalments are no longer due.',
          { items: items.map(nameOf).join(', ') },
        )}
      </p>
      <div className={styles.sums}>
        <p>
          <span>{text('Paid so far')}</span> <Money amount={order.total_paid} />
        </p>
        {bookingFees > 0 && (
          <p>
            <span>{text('Booking fee')}</span> <Money amount={-bookingFees} />
          </p>
        )}
        {refundFees > 0 && (
          <p>
            <span>{text('Refund fee')}</span> <Money amount={-refundFees} />
          </p>
        )}
        <p className={styles.total}>
          <span>{text('Your refund')}</span> <Money amount={sums.total} />
        </p>
      </div>
    </Card>
  );
}

const nameOf = (item: { product: string } | { merchandise: string }): string =>
  'product' in item ? item.product : item.merchandise;
