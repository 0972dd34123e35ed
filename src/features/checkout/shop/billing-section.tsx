import { useEffect, useRef, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { AddressFields } from './address-fields.tsx';
import styles from './checkout.module.css';
import type { CheckoutFormState } from './checkout-values.ts';
import { addressInOneLine } from './one-line-address.ts';

/**
 * The address in one line with a button that opens the fields, if the account's address is complete; else the fields.
 */
export function BillingSection({ form }: { form: CheckoutFormState }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const line = addressInOneLine(form.values, config);
  const [isOpen, setIsOpen] = useState(line === null);
  const fields = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  // Keeps the section open when the first corrected character removes the error.
  if (!isOpen && form.errors.some(({ field }) => isOfBilling(field))) setIsOpen(true);
  useEffect(() => {
    if (!isOpen || !takesFocus.current) return;
    takesFocus.current = false;
    fields.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [isOpen]);
  return (
    <section className={styles.section} aria-labelledby="checkout-billing">
      <h2 id="checkout-billing">{text('Billing address')}</h2>
      {isOpen ? (
        <>
          <p className={styles.note}>{text('Please complete every field that is not marked as optional.')}</p>
          <div ref={fields} className={styles.section}>
            <AddressFields form={form} config={config} of="billing" />
          </div>
        </>
      ) : (
        <p className={styles.oneLine}>
          <span>{line}</span>
          <Button
            kind="text"
            aria-label={text('Change billing address')}
            onClick={() => {
              takesFocus.current = true;
              setIsOpen(true);
            }}
          >
            {text('Change')}
          </Button>
        </p>
      )}
    </section>
  );
}

const isOfBilling = (field: string | undefined): boolean =>
  field === 'country' || field?.startsWith('address.') === true;
