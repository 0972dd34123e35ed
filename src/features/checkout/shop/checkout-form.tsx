import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Cart } from '#features/cart/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { paymentPlanSchedule } from '#features/payment-plans/domain/schedule.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { SaveCardChoice } from '#features/payments/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { AcceptTermsLabel, ChangedTermsNotice } from '#features/terms/shop/public.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { BillingSection } from './billing-section.tsx';
import styles from './checkout.module.css';
import { OrderSummary } from './order-summary.tsx';
import { PaySection } from './pay-section.tsx';
import { PaymentMethodChoice } from './payment-method-choice.tsx';
import { PlanSchedule } from './plan-schedule.tsx';
import { ShippingSection } from './shipping-section.tsx';
import { useCheckout } from './use-checkout.ts';
import { VoucherBox } from './voucher-box.tsx';

export interface CheckoutFormProps {
  cart: Cart;
  onPlaced: (order: Order, action: PaymentAction | null) => void;
}

/** The checkout form, next to the order summary. */
export function CheckoutForm({ cart, onPlaced }: CheckoutFormProps) {
  const { text } = useLanguage();
  const { config } = useBundle();
  usePageTitle(text('Checkout##page'), config.name);
  const checkout = useCheckout(cart, onPlaced);
  const { form, plan } = checkout;
  return (
    <>
      <ErrorSummary errors={checkout.errors} ref={form.summaryRef} className={styles.errors} />
      <h1 className={styles.title} tabIndex={-1}>
        {text('Checkout##page')}
      </h1>
      <div className={styles.layout}>
        <OrderSummary cart={cart} checkout={checkout} className={styles.summary}>
          {plan ? (
            <p className={styles.note}>{text('Vouchers cannot be used with a payment plan.')}</p>
          ) : (
            <VoucherBox cart={cart} checkout={checkout} />
          )}
        </OrderSummary>
        <Card className={styles.form}>
          <form noValidate onSubmit={form.onSubmit} inert={form.pending} aria-label={text('Checkout##page')}>
            <CustomerSection />
            <BillingSection form={form} />
            {checkout.hasMerchandise && <ShippingSection checkout={checkout} />}
            {plan && <PlanSchedule plan={plan} cart={cart} className={styles.section} />}
            <section className={styles.section} aria-labelledby="checkout-method">
              <h2 id="checkout-method">{text('Payment method')}</h2>
              <PaymentMethodChoice
                country={form.values.country}
                config={config}
                possible={checkout.possibleMethods}
                method={checkout.method}
                hasVoucher={checkout.voucher !== null}
                isPlan={plan !== null}
                isTooLateForTransfer={checkout.isTooLateForTransfer}
                field={form.field('payment_method')}
              />
              {plan && checkout.method === 'credit_card' && (
                <SaveCardChoice
                  later={paymentPlanSchedule(plan, new Date(cart.now), config.timezone).slice(1)}
                  field={form.checkbox('save_card')}
                />
              )}
            </section>
            <section aria-label={text('Terms and Conditions')}>
              {checkout.mustReadNewTerms && <ChangedTermsNotice />}
              <Checkbox label={<AcceptTermsLabel />} {...form.checkbox('accepted_ts_and_cs')} />
            </section>
            <PaySection cart={cart} checkout={checkout} />
          </form>
        </Card>
      </div>
    </>
  );
}

/** The customer's details. They are changed in the account, and the checkout's entries are kept until then. */
function CustomerSection() {
  const { text } = useLanguage();
  const { customer } = useBundle();
  return (
    <section className={styles.section} aria-labelledby="checkout-details">
      <h2 id="checkout-details">{text('Your details')}</h2>
      <p className={styles.oneLine}>
        <span>
          {customer?.full_name}
          <br />
          {customer?.email}
        </span>
        <Link to={paths.account()}>{text('Change in Account')}</Link>
      </p>
    </section>
  );
}
