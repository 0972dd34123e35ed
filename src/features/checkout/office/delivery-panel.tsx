import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Panel } from '#ui/office/panel.tsx';
import { PostalCodeField } from '#ui/postal-code-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { DraftPanelProps } from './buyer-panel.tsx';
import { countryOf, hasMerchandise, idOf } from './new-order-draft.ts';
import styles from './new-order-page.module.css';

/** The billing address, and the shipping address if it is different. */
export function DeliveryPanel({ draft, choices, change, errorAt }: DraftPanelProps) {
  const { text } = useLanguage();
  const countries = choices.countries.map(({ code, name }) => ({ value: code, label: name }));
  const ships = hasMerchandise(draft, choices);
  const lines = (
    { address, country }: { address: Record<string, string>; country: string },
    name: string,
    set: (next: Record<string, string>) => void,
  ) =>
    choices.address_lines.map(({ key, text: label, required, autocomplete }) => {
      const field = {
        id: idOf(`${name}.${key}`),
        label,
        optional: !required,
        value: address[key] ?? '',
        autoComplete: 'off',
        error: errorAt(`${name}.${key}`),
        onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
          set({ ...address, [key]: value }),
      };
      return autocomplete === 'postal-code' ? (
        <PostalCodeField key={key} country={country} {...field} />
      ) : (
        <Field key={key} {...field} />
      );
    });
  const country = countryOf(draft, choices);
  const shippingCountry = draft.shippingCountry || country;
  return (
    <Panel heading={text('Address')}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          <SelectField
            id={idOf('country')}
            className={styles.whole}
            label={text('Country')}
            value={country}
            options={countries}
            error={errorAt('country')}
            onChange={({ currentTarget: { value } }) => change({ country: value })}
          />
          {lines({ address: draft.address, country }, 'address', (address) => change({ address }))}
        </div>
        {ships && (
          <Checkbox
            id="order-own-shipping"
            label={text('Ship the merchandise to another address')}
            checked={draft.hasOwnShipping}
            onChange={({ currentTarget: { checked } }) => change({ hasOwnShipping: checked })}
          />
        )}
        {ships && !draft.hasOwnShipping && errorAt('shipping_country') && (
          <p role="alert">{errorAt('shipping_country')}</p>
        )}
        {ships && draft.hasOwnShipping && (
          <div className={styles.pair}>
            <Field
              id={idOf('shipping_name')}
              label={text('Recipient')}
              optional
              value={draft.shippingName}
              autoComplete="off"
              onChange={({ currentTarget: { value } }) => change({ shippingName: value })}
            />
            <SelectField
              id={idOf('shipping_country')}
              label={text('Country')}
              value={shippingCountry}
              options={countries}
              error={errorAt('shipping_country')}
              onChange={({ currentTarget: { value } }) => change({ shippingCountry: value })}
            />
            {lines(
              { address: draft.shippingAddress, country: shippingCountry },
              'shipping_address',
              (shippingAddress) => change({ shippingAddress }),
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}
