import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import { MIN_CHARACTERS } from '#features/search/domain/min-characters.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { type Choices, channelOf, idOf, isWrongEmail, type NewOrderDraft } from './new-order-draft.ts';
import styles from './new-order-page.module.css';

export interface DraftPanelProps {
  draft: NewOrderDraft;
  choices: Choices;
  change: (changes: Partial<NewOrderDraft>) => void;
  /** Takes the server's field names. */
  errorAt: (field: string) => string | undefined;
}

const MAX_FOUND = 5;

/** The buyer: a known customer, or a name and an email address. */
export function BuyerPanel({ draft, choices, change, errorAt }: DraftPanelProps) {
  const { text } = useLanguage();
  const { fullName, email } = draft;
  const [hasLeftEmail, setLeftEmail] = useState(false);
  return (
    <Panel heading={text('Buyer')}>
      <div className={styles.fields}>
        {draft.customer === 0 ? (
          <>
            <FindCustomer change={change} />
            <div className={styles.pair}>
              <Field
                id={idOf('full_name')}
                label={text('Name')}
                value={fullName}
                autoComplete="off"
                error={errorAt('full_name')}
                onChange={({ currentTarget: { value } }) => change({ fullName: value })}
              />
              <Field
                id={idOf('email')}
                label={text('Email')}
                type="email"
                value={email}
                autoComplete="off"
                error={
                  errorAt('email') ??
                  (hasLeftEmail && isWrongEmail(email) ? text('Please enter a valid email address.') : undefined)
                }
                onBlur={() => setLeftEmail(true)}
                onChange={({ currentTarget: { value } }) => change({ email: value })}
              />
            </div>
          </>
        ) : (
          <p className={styles.chosen}>
            <span>
              <b>{fullName}</b>
              <br />
              {email}
            </span>
            <Button kind="secondary" small onClick={() => change({ customer: 0, fullName: '', email: '' })}>
              {text('Change the buyer')}
            </Button>
          </p>
        )}
        <SelectField
          id={idOf('channel')}
          label={text('Ordered through')}
          value={channelOf(draft, choices)}
          placeholder={text('Choose')}
          options={choices.channels.map(({ key, name }) => ({ value: key, label: name }))}
          error={errorAt('channel')}
          onChange={({ currentTarget: { value } }) => change({ channel: value })}
        />
      </div>
    </Panel>
  );
}

/** Searches by POST, because the text may name a person. */
function FindCustomer({ change }: Pick<DraftPanelProps, 'change'>) {
  const { text, translate } = useLanguage();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = useDebounced(typed.trim(), 250);
  const found = useQuery({
    queryKey: ['people-list', 'new-order', wanted],
    queryFn: ({ signal }) => officeCall('people-list', { filter: { text: wanted }, after: null }, { signal }),
    enabled: wanted.length >= MIN_CHARACTERS,
  });
  const choose = async (id: number) => {
    try {
      const customer = await officeCall('new-order-customer', { id });
      setFailure(null);
      change({
        customer: id,
        fullName: customer.full_name,
        email: customer.email,
        ...(customer.country && { country: customer.country }),
        address: customer.address,
      });
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : '');
    }
  };
  const people = wanted.length >= MIN_CHARACTERS ? (found.data?.rows.slice(0, MAX_FOUND) ?? []) : [];
  return (
    <>
      <Field
        id="order-find"
        label={text('Find a customer')}
        optional
        hint={text('By name, email or order. For somebody new, fill in the fields below.')}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <div role="status">
        {failure !== null && (
          <Notice tone="bad" small>
            {translate(failure)}
          </Notice>
        )}
        {found.isError && (
          <Notice tone="bad" small>
            {text('The search failed. Please try again.')}{' '}
            <Button kind="text" small busy={found.isFetching} onClick={() => void found.refetch()}>
              {text('Try again')}
            </Button>
          </Notice>
        )}
        {found.isSuccess && wanted.length >= MIN_CHARACTERS && people.length === 0 && (
          <p className={styles.quiet}>{text('No customer found.')}</p>
        )}
        {people.length > 0 && (
          <ul className={styles.found} aria-label={text('Customers found')}>
            {people.map(({ id, full_name: name, email }) => (
              <li key={id}>
                <button type="button" onClick={() => void choose(id)}>
                  {name || text('No name')}
                  <small>{email}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
