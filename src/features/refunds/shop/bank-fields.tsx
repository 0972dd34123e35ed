import { type ReactNode, useState } from 'react';
import { errorAt } from '#browser/form-errors.ts';
import { useBundle } from '#browser/session-store.ts';
import { printedNumber } from '#kernel/account-number.ts';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { SelectField } from '#ui/select-field.tsx';
import { type BankField, usesIban } from '../domain/bank-details.ts';
import { bankFieldNames, warningSentence } from '../words/bank-details.ts';
import { type BankFormState, warningsOf } from './refund-values.ts';
import styles from './refund-wizard.module.css';

/** The account and its holder. The country comes first because it decides between IBAN and account number. */
export function BankFields({ form, children }: { form: BankFormState; children?: ReactNode }) {
  const language = useLanguage();
  const { text, translate } = language;
  const { config } = useBundle();
  // A field shows its warning only once the customer has left it.
  const [leftFields, setLeftFields] = useState<readonly string[]>([]);
  const { values } = form;
  const withIban = usesIban(values.bank_country, config);
  const showsAllWarnings = form.errors.length > 0 || values.numbers_are_right;
  const warnings = warningsOf(values, config).filter(({ field }) => showsAllWarnings || leftFields.includes(field));

  const field = (name: BankField) => ({ ...form.field(name), error: errorAt(language, name, form.errors) });
  const warningAt = (name: BankField) => {
    const warning = values.numbers_are_right ? undefined : warnings.find((one) => one.field === name);
    return warning && translate(warningSentence(warning));
  };
  const number = (name: 'bank_iban' | 'bank_bic' | 'bank_account') => ({
    ...field(name),
    error: errorAt(language, name, form.errors) ?? warningAt(name),
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    controlClassName: styles.number,
    onChange: (event: { currentTarget: { value: string } }) => {
      form.setValue(name, event.currentTarget.value);
      // A changed number must be confirmed again.
      if (values.numbers_are_right) form.setValue('numbers_are_right', false);
    },
  });
  const tidy = (name: 'bank_iban' | 'bank_bic', written: (typed: string) => string) => () => {
    setLeftFields((others) => [...others, name]);
    const tidied = written(values[name]);
    if (tidied !== values[name]) form.setValue(name, tidied);
  };

  return (
    <>
      <Card className={styles.card}>
        <h2>{text('Bank account')}</h2>
        <SelectField
          label={translate(bankFieldNames.bank_country)}
          placeholder={text('Select country')}
          required
          marked={false}
          autoComplete="off"
          options={config.countries.map(({ code, name }) => ({ value: code, label: name }))}
          {...field('bank_country')}
        />
        {values.bank_country !== '' &&
          (withIban ? (
            <Field
              label={translate(bankFieldNames.bank_iban)}
              hint={text('You can find it on your bank card or statement')}
              {...number('bank_iban')}
              onBlur={tidy('bank_iban', printedNumber)}
            />
          ) : (
            <Field label={translate(bankFieldNames.bank_account)} {...number('bank_account')} />
          ))}
        <Field
          label={translate(bankFieldNames.bank_bic)}
          hint={text('8 or 11 characters, for example ABNANL2A')}
          {...number('bank_bic')}
          onBlur={tidy('bank_bic', (typed) => typed.replace(/\s/g, '').toUpperCase())}
        />
        {warnings.length > 0 && (
          <div className={styles.warning}>
            <Checkbox label={text('These numbers are correct')} {...form.checkbox('numbers_are_right')} />
          </div>
        )}
        <div className={styles.pair}>
          <Field label={translate(bankFieldNames.bank_name)} autoComplete="off" {...field('bank_name')} />
          <Field label={translate(bankFieldNames.bank_city)} optional autoComplete="off" {...field('bank_city')} />
        </div>
      </Card>
      <Card className={styles.card}>
        <h2>{text('Account holder')}</h2>
        <Field
          label={translate(bankFieldNames.bank_owner_full_name)}
          autoComplete="name"
          spellCheck={false}
          {...field('bank_owner_full_name')}
        />
        {config.addressLines.map((line) => (
          <Field
            key={line.key}
            label={line.text}
            optional={!line.required}
            autoComplete="off"
            {...field(`bank_owner_address.${line.key}`)}
          />
        ))}
        {children}
      </Card>
      <p className={styles.lead}>
        {text(
          'We store your bank details encrypted, use them only for this refund and erase them 90 days after it is paid.',
        )}
      </p>
    </>
  );
}
