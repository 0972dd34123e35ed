import { useBundle } from '#browser/session-store.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { checkoutTexts, SELECT_COUNTRY_FOR_SHIPPING } from '../words/checkout-problems.ts';
import { AddressFields } from './address-fields.tsx';
import styles from './checkout.module.css';
import type { Checkout } from './use-checkout.ts';

/** The shipping address, which is the billing address unless the buyer chooses otherwise. */
export function ShippingSection({ checkout }: { checkout: Checkout }) {
  const { text, translate } = useLanguage();
  const { config } = useBundle();
  const { form, figures, shippingCountry, canShip } = checkout;
  const isSameAddress = form.values.ship_to_billing;
  const box = form.checkbox('ship_to_billing');
  return (
    <section className={styles.section} aria-labelledby="checkout-shipping">
      <h2 id="checkout-shipping">{text('Shipping address')}</h2>
      <Checkbox
        label={text('Ship to the billing address')}
        {...box}
        onChange={(event) => {
          box.onChange(event);
          // The shipping address is usually in the billing country, whose shipping costs are already known.
          if (!event.currentTarget.checked && form.values.shipping_country === '') {
            form.setValue('shipping_country', form.values.country);
          }
        }}
        className={styles.sameAddress}
      />
      {!isSameAddress && (
        <>
          <Field label={text('Full name')} autoComplete="shipping name" {...form.field('shipping_name')} />
          <AddressFields form={form} config={config} of="shipping" />
        </>
      )}
      {!shippingCountry && <Notice small>{translate(SELECT_COUNTRY_FOR_SHIPPING)}</Notice>}
      {shippingCountry && !figures.loading && !figures.failed && !canShip && (
        <Notice tone="warn" small role="status">
          {translate(checkoutTexts.cannot_ship)}
        </Notice>
      )}
    </section>
  );
}
