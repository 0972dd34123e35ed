import type { PublicConfig } from '#features/shop-config/contract.ts';
import { autocompleteToken } from '#features/shop-config/domain/address-token.ts';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { PostalCodeField } from '#ui/postal-code-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import styles from './checkout.module.css';
import type { CheckoutFormState } from './checkout-values.ts';

export interface AddressFieldsProps {
  form: CheckoutFormState;
  config: PublicConfig;
  of: 'billing' | 'shipping';
}

/** A country and the configured address lines, for billing or shipping. */
export function AddressFields({ form, config, of }: AddressFieldsProps) {
  const { text } = useLanguage();
  const prefix = of === 'billing' ? 'address' : 'shipping_address';
  const country = form.field(of === 'billing' ? 'country' : 'shipping_country');
  return (
    <>
      <SelectField
        label={text('Country')}
        placeholder={text('Select country')}
        required
        marked={false}
        autoComplete={`${of} country`}
        options={config.countries.map(({ code, name }) => ({ value: code, label: name }))}
        {...country}
      />
      <div className={styles.lines}>
        {config.addressLines.map((line) => {
          const token = line.autocomplete ?? autocompleteToken(line.text);
          const field = {
            className: token === 'postal-code' || token === 'address-level2' ? styles.half : undefined,
            label: line.text,
            optional: !line.required,
            autoComplete: token ? `${of} ${token}` : 'off',
            ...form.field(`${prefix}.${line.key}`),
          };
          return token === 'postal-code' ? (
            <PostalCodeField key={line.key} country={country.value} {...field} />
          ) : (
            <Field key={line.key} {...field} />
          );
        })}
      </div>
    </>
  );
}
