import { useState } from 'react';
import { useLeftFields } from '#browser/use-left-fields.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useUnsaved } from '#features/staff/office/public.tsx';
import { inGroups } from '#kernel/in-groups.ts';
import { formatMoney } from '#kernel/money.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { BankDetails } from '../domain/bank-details.ts';
import { bankFieldName, bankFieldNames, warningSentence } from '../words/bank-details.ts';
import { type AccountForm, checkedFieldsOf, firstDraft, hasIban, missingFrom, warningsAbout } from './account-draft.ts';
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
    <FormDialog
      name={`account.${code}`}
      onClose={onClose}
      title={text('Enter the bank account')}
      description={code}
      size="wide"
    >
      <QueryState query={query} failed={text('This refund did not load')}>
        {(form) =>
          form.amount === 0 ? (
            <p>{text('No part of this refund waits for a bank account.')}</p>
          ) : (
            <Form form={form} onClose={onClose} />
          )
        }
      </QueryState>
    </FormDialog>
  );
}

/** The id of a field, from its wire name. */
const idOf = (wire: string): string => `account-${wire.replaceAll(/[._]/g, '-')}`;
const CONFIRM = 'account-right';

function Form({ form, onClose }: { form: AccountForm; onClose: () => void }) {
  const language = useLanguage();
  const { text, translate } = language;
  const settings = useShopSettings();
  const [first] = useState(() => firstDraft(form));
  const [draft, setDraft] = useState(first);
  // Bank details are never kept in the tab.
  const markSaved = useUnsaved(draft !== first, () => setDraft(first), 'dialog');
  const checks = useLeftFields();
  const change = (changes: Partial<BankDetails>) => setDraft({ ...draft, ...changes, areNumbersRight: false });
  const fields = checkedFieldsOf(draft, form);
  const preview = usePreview('refund-account-give', fields && { code: form.code, ...fields });
  const warnings = draft.iban === '' && draft.bic === '' ? [] : warningsAbout(draft, form);
  const missing = missingFrom(draft, form).map((wire) => ({
    fieldId: idOf(wire),
    message: text('Please fill in: {field}.', {
      field: translate(bankFieldName(wire, { addressLines: form.address_lines }) ?? ''),
    }),
  }));
  const unconfirmed =
    missing.length === 0 && warnings.length > 0 && !draft.areNumbersRight
      ? [{ fieldId: CONFIRM, message: text('Please check these numbers, and confirm them if they are correct.') }]
      : [];
  const refused = Object.entries(preview.errors).map(([wire, messages]) => ({
    fieldId: idOf(wire),
    message: messages.map(translate).join(' '),
  }));
  const problems = [...missing, ...unconfirmed, ...refused];
  const errorAt = (wire: string) =>
    [...refused, ...(checks.mayShowError(idOf(wire)) ? missing : [])].find(({ fieldId }) => fieldId === idOf(wire))
      ?.message;
  const field = (name: 'bankName' | 'bankCity' | 'bic' | 'iban' | 'account' | 'ownerFullName', wire: string) => ({
    id: idOf(wire),
    value: draft[name],
    autoComplete: 'off',
    spellCheck: false,
    error: errorAt(wire),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [name]: value }),
  });
  const previewed = {
    preview,
    errors: checks.isSent ? problems : [],
    summaryRef: checks.summaryRef,
    isRestored: false,
    discard: () => setDraft(first),
    isComplete: fields !== null,
    press: async () => {
      if (problems.length > 0) {
        checks.send();
        return null;
      }
      const saved = await preview.confirm();
      if (saved) markSaved();
      return saved;
    },
  };
  return (
    <PreviewedForm
      form={previewed}
      buttonLabel={text('Save bank account')}
      done={text('Bank account of {code} saved.', { code: form.code })}
      onDone={onClose}
      others={<CancelButton onClose={onClose} />}
    >
      <p>
        {text('{amount} waits for it and then goes into the next refund file. Read the number back to the customer.', {
          amount: formatMoney(form.amount, settings),
        })}
      </p>
      <div className={styles.pair} {...checks.watch}>
        <SelectField
          id={idOf('bank_country')}
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
            onBlur={() => {
              if (draft.iban !== inGroups(draft.iban)) setDraft({ ...draft, iban: inGroups(draft.iban) });
            }}
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
            id={CONFIRM}
            label={text('These numbers are correct')}
            checked={draft.areNumbersRight}
            onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, areNumbersRight: checked })}
          />
        </>
      )}
      <div className={styles.pair} {...checks.watch}>
        <Field
          label={translate(bankFieldNames.bank_owner_full_name)}
          {...field('ownerFullName', 'bank_owner_full_name')}
        />
        {form.address_lines.map(({ key, text: label, required }) => (
          <Field
            key={key}
            id={idOf(`bank_owner_address.${key}`)}
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
