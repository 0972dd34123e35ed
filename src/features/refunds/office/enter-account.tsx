import { useState } from 'react';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { BankDetails } from '../domain/bank-details.ts';
import { bankFieldNames, warningSentence } from '../words/bank-details.ts';
import { type AccountForm, fieldsOf, firstDraft, hasIban, warningsAbout } from './account-draft.ts';
import styles from './enter-account.module.css';

interface EnterAccountProps {
  code: string;
  onClose: () => void;
}

/** Enters the account that a refund waits for, while its customer is on the phone. */
export default function EnterAccount({ code, onClose }: EnterAccountProps) {
  const { text } = useLanguage();
  const query = useOfficeCall('refund-account-form', { code }, { isFresh: true });
  return (
    <Dialog open onClose={onClose} keepOnBackdrop title={text('Enter the bank account')} description={code} size="wide">
      <QueryState query={query} failed={text('This refund did not load')}>
        {(form) =>
          form.amount === 0 ? (
            <p>{text('No part of this refund waits for a bank account.')}</p>
          ) : (
            <Form form={form} onClose={onClose} />
          )
        }
      </QueryState>
    </Dialog>
  );
}

function Form({ form, onClose }: { form: AccountForm; onClose: () => void }) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const [draft, setDraft] = useState(() => firstDraft(form));
  const change = (changes: Partial<BankDetails>) => setDraft({ ...draft, ...changes, areNumbersRight: false });
  const fields = fieldsOf(draft, form);
  const preview = usePreview('refund-account-give', fields && { code: form.code, ...fields });
  const warnings = draft.iban === '' && draft.bic === '' ? [] : warningsAbout(draft, form);
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  const field = (name: 'bankName' | 'bankCity' | 'bic' | 'iban' | 'account' | 'ownerFullName', wire: string) => ({
    id: `account-${name}`,
    value: draft[name],
    autoComplete: 'off',
    spellCheck: false,
    error: errorAt(wire),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [name]: value }),
  });
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={text('Save bank account')}
      done={text('Bank account of {code} saved.', { code: form.code })}
      onDone={onClose}
      others={
        <Button kind="secondary" onClick={onClose}>
          {text('Cancel')}
        </Button>
      }
    >
      <p>
        {text('{amount} waits for it and then goes into the next refund file. Read the number back to the customer.', {
          amount: formatMoney(form.amount, settings),
        })}
      </p>
      <div className={styles.pair}>
        <SelectField
          id="account-country"
          label={translate(bankFieldNames.bank_country)}
          value={draft.country}
          placeholder={text('Select country')}
          autoComplete="off"
          options={form.countries.map(({ code, name }) => ({ value: code, label: name }))}
          error={errorAt('bank_country')}
          onChange={({ currentTarget: { value } }) => change({ country: value })}
        />
        {draft.country === '' || hasIban(draft, form) ? (
          <Field
            label={translate(bankFieldNames.bank_iban)}
            autoCapitalize="characters"
            {...field('iban', 'bank_iban')}
          />
        ) : (
          <Field label={translate(bankFieldNames.bank_account)} {...field('account', 'bank_account')} />
        )}
        <Field label={translate(bankFieldNames.bank_bic)} autoCapitalize="characters" {...field('bic', 'bank_bic')} />
        <Field label={translate(bankFieldNames.bank_name)} {...field('bankName', 'bank_name')} />
        <Field label={translate(bankFieldNames.bank_city)} optional {...field('bankCity', 'bank_city')} />
      </div>
      {warnings.length > 0 && (
        <>
          <Notice tone="warn" small role="status">
            {warnings.map((warning) => (
              <p key={warning.field}>{translate(warningSentence(warning))}</p>
            ))}
          </Notice>
          <Checkbox
            id="account-right"
            label={text('These numbers are correct')}
            checked={draft.areNumbersRight}
            onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, areNumbersRight: checked })}
          />
        </>
      )}
      <div className={styles.pair}>
        <Field
          label={translate(bankFieldNames.bank_owner_full_name)}
          {...field('ownerFullName', 'bank_owner_full_name')}
        />
        {form.address_lines.map(({ key, text: label, required }) => (
          <Field
            key={key}
            id={`account-${key}`}
            label={label}
            optional={!required}
            value={draft.ownerAddress[key] ?? ''}
            autoComplete="off"
            error={errorAt(`bank_owner_address.${key}`)}
            onChange={({ currentTarget: { value } }) =>
              change({ ownerAddress: { ...draft.ownerAddress, [key]: value } })
            }
          />
        ))}
      </div>
    </PreviewedForm>
  );
}
