import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '#browser/api.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { type Form, useForm } from '#browser/use-form.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { autocompleteToken } from '#features/shop-config/domain/address-token.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { emailKey } from '#kernel/email.ts';
import { inWords } from '#kernel/problem.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { PostalCodeField } from '#ui/postal-code-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { toast } from '#ui/toast.tsx';
import type { Customer } from '../contract.ts';
import { accountProblems } from '../domain/account-form.ts';
import { formSentence } from '../words/account-forms.ts';
import { SPAM_NOTE } from '../words/sent-mail.ts';
import styles from './account-page.module.css';
import { LogoutButton } from './logout-button.tsx';
import { NewPasswordHint } from './new-password-hint.tsx';
import { Address } from './sent-message.tsx';

/** The account page: its form, then other features' sections. */
export function AccountPage({ children }: { children?: ReactNode }) {
  const { translate } = useLanguage();
  const { config, customer } = useBundle();
  usePageTitle(translate(staticTitles.account), config.name);
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{translate(staticTitles.account)}</h1>
        <LogoutButton />
      </div>
      {customer && <AccountForm config={config} customer={customer} />}
      {customer && children}
    </div>
  );
}

type AccountValues = {
  [line: `address.${string}`]: string;
  full_name: string;
  email: string;
  country: string;
  new_password: string;
  confirm_password: string;
  old_password: string;
};

/** The fields in page order, for the summary of errors. */
const fieldOrder = ['full_name', 'email', 'new_password', 'confirm_password', 'old_password'] as const;

function firstValues(customer: Customer, config: PublicConfig): AccountValues {
  const values: AccountValues = {
    full_name: customer.full_name,
    email: customer.email,
    country: customer.country ?? '',
    new_password: '',
    confirm_password: '',
    old_password: '',
  };
  for (const { key } of config.addressLines) values[`address.${key}`] = customer.address[key] ?? '';
  return values;
}

function AccountForm({ config, customer }: { config: PublicConfig; customer: Customer }) {
  const { text, textNodes, translate } = useLanguage();
  const [savedTimes, setSavedTimes] = useState(0);
  /** The new address to which the last change sent a link. */
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null);
  const saved = useRef<HTMLDivElement>(null);
  const form = useForm<AccountValues>({
    initial: firstValues(customer, config),
    validate: (values) =>
      inWords(
        accountProblems(values).sort((one, other) => fieldOrder.indexOf(one.field) - fieldOrder.indexOf(other.field)),
        (problem) => translate(formSentence(problem)),
      ),
    submit: async (values) => {
      const lines = config.addressLines.map(({ key }) => [key, values[`address.${key}`]?.trim() ?? ''] as const);
      await call('update-settings', {
        old_password: values.old_password,
        new_password: values.new_password,
        full_name: values.full_name.trim(),
        email: values.email.trim(),
        country: values.country || null,
        address: Object.fromEntries(lines),
      });
      const isOtherEmail = emailKey(values.email) !== emailKey(customer.email);
      setRequestedEmail(isOtherEmail ? values.email.trim() : null);
      const email = isOtherEmail ? customer.email : values.email;
      form.reset({ ...values, email, old_password: '', new_password: '', confirm_password: '' });
      toast(text('Account settings updated.'));
      setSavedTimes((times) => times + 1);
    },
  });
  useEffect(() => {
    if (savedTimes > 0) saved.current?.focus();
  }, [savedTimes]);

  return (
    <>
      {savedTimes > 0 && form.errors.length === 0 && (
        <Notice ref={saved} tone="ok">
          {text('Account settings updated.')}
          {requestedEmail && (
            <>
              {' '}
              {textNodes(
                'We have sent an email to {email}. Your email address will change once you confirm it there.',
                {
                  email: <Address>{requestedEmail}</Address>,
                },
              )}{' '}
              {translate(SPAM_NOTE)}
            </>
          )}
        </Notice>
      )}
      {customer.password_generated && (
        <Notice tone="info" heading={text('Choose your own password')}>
          {text('You are still using the password we emailed you. One of your own is easier to remember.')}
        </Notice>
      )}
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} ref={form.summaryRef} />
        <Card as="section" labelledBy="account-details" className={classNames(styles.card, styles.details)}>
          <h2 id="account-details" className={styles.heading}>
            {text('Details')}
          </h2>
          <Field
            label={text('Full name')}
            autoComplete="name"
            autoCapitalize="words"
            spellCheck={false}
            {...form.field('full_name')}
          />
          <Field label={text('Email')} type="email" autoComplete="email" {...form.field('email')} />
          <AddressFields form={form} config={config} />
        </Card>
        <Card as="section" labelledBy="account-password" className={styles.card}>
          <h2 id="account-password" className={styles.heading}>
            {text('Change password')}
          </h2>
          <PasswordField
            label={text('New password')}
            what={text('new password')}
            optional
            hint={<NewPasswordHint password={form.values.new_password} />}
            autoComplete="new-password"
            {...form.field('new_password')}
          />
          <PasswordField
            label={text('Confirm password')}
            what={text('password confirmation')}
            optional
            autoComplete="new-password"
            {...form.field('confirm_password')}
          />
        </Card>
        <Card as="section" labelledBy="account-save" className={styles.card}>
          <h2 id="account-save" className={styles.heading}>
            {text('Save your changes')}
          </h2>
          <PasswordField
            label={text('Current password')}
            what={text('current password')}
            hint={text('Required to save any change, including to your details')}
            autoComplete="current-password"
            {...form.field('old_password')}
          />
          <Button type="submit" className={styles.submit} busy={form.pending}>
            {text('Update Settings')}
          </Button>
        </Card>
      </form>
    </>
  );
}

/** The configured lines and the country, all optional. They prefill the checkout. */
function AddressFields({ form, config }: { form: Form<AccountValues>; config: PublicConfig }) {
  const { text } = useLanguage();
  return (
    <fieldset className={styles.address} aria-describedby="account-address-hint">
      <legend className={styles.legend}>
        {text('Address')} <span className={styles.optional}>{text('(optional)')}</span>
      </legend>
      <p id="account-address-hint" className={styles.hint}>
        {text('Used to fill in your address at checkout.')}
      </p>
      <div className={styles.lines}>
        {config.addressLines.map((line) => {
          const token = line.autocomplete ?? autocompleteToken(line.text);
          const field = {
            className: token === 'postal-code' || token === 'address-level2' ? styles.half : undefined,
            label: line.text,
            autoComplete: token ?? 'off',
            ...form.field(`address.${line.key}`),
          };
          return token === 'postal-code' ? (
            <PostalCodeField key={line.key} country={form.values.country} {...field} />
          ) : (
            <Field key={line.key} {...field} />
          );
        })}
        <SelectField
          label={text('Country')}
          placeholder={text('Select country')}
          autoComplete="country"
          options={config.countries.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.field('country')}
        />
      </div>
    </fieldset>
  );
}
