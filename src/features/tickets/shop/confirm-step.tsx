import { useBundle } from '#browser/session-store.ts';
import type { Form } from '#browser/use-form.ts';
import { asksForAge } from '#features/cart/domain/holder.ts';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { WizardButtons, WizardForm } from '#ui/wizard-page.tsx';
import type { Ticket } from '../contract.ts';
import { changeEffect, type HolderDetails } from '../domain/change-holder.ts';
import { rulesOnWire } from '../domain/manageable.ts';
import { fieldNames } from '../words/change-holder.ts';
import { nameChangesLeft } from '../words/name-changes.ts';
import styles from './manage-ticket.module.css';

export type ChangeValues = {
  full_name: string;
  email: string;
  age: string;
  reassign: boolean;
  note: string;
};

interface ConfirmStepProps {
  ticket: Ticket;
  /** The present holder's other tickets of this order. */
  others: readonly Ticket[];
  form: Form<ChangeValues>;
  wanted: { holder: HolderDetails; reassign: boolean };
  /** Returns to the details, at a field if one is named. */
  onBack: (fieldId?: string) => void;
}

interface Row {
  field: Exclude<keyof ChangeValues, 'reassign'>;
  name: string;
  before: string;
  after: string;
}

/** Old and new details side by side, and the consequences of the change, before it is sent. */
export function ConfirmStep({ ticket, others, form, wanted, onBack }: ConfirmStepProps) {
  const { insideSentence, translate, text } = useLanguage();
  const { config } = useBundle();
  const { holder, reassign } = wanted;
  const rules = rulesOnWire(ticket);
  const age = (key: string | null) => (key === null ? '' : (config.ageRanges[key] ?? key));
  const shown: (Row | false)[] = [
    rules.allowNameChanges && {
      field: 'full_name',
      name: translate(fieldNames.full_name),
      before: ticket.full_name,
      after: holder.fullName,
    },
    rules.allowEmailChanges && {
      field: 'email',
      name: translate(fieldNames.email),
      before: ticket.email,
      after: holder.email,
    },
    asksForAge(rules) && {
      field: 'age',
      name: translate(fieldNames.age),
      before: age(ticket.age),
      after: age(holder.age),
    },
    { field: 'note', name: text('Note'), before: '', after: form.values.note.trim() },
  ];
  const rows = shown.filter((row) => row !== false);
  const changed = rows.filter((row) => row.before !== row.after);
  const unchanged = rows.filter((row) => row.before === row.after && row.before !== '');
  const before = { fullName: ticket.full_name, email: ticket.email, age: ticket.age };
  const { isNameChange, isNewHolder } = changeEffect(before, holder, { reassign });
  const changesLeft = ticket.name_changes_left;
  return (
    <WizardForm onSubmit={form.onSubmit}>
      {changed.length > 0 && (
        <DataTable
          caption={text('Changes to {product}', { product: ticket.product })}
          captionHidden
          columns={[
            {
              key: 'name',
              header: text('Detail'),
              cell: (row: Row) => <strong className={styles.name}>{row.name}</strong>,
            },
            {
              key: 'before',
              header: text('Current'),
              phone: 'wide',
              phoneLabel: true,
              cell: (row: Row) => row.before || '–',
            },
            {
              key: 'after',
              header: text('New'),
              phone: 'wide',
              phoneLabel: true,
              cell: (row: Row) => <strong>{row.after || '–'}</strong>,
            },
          ]}
          rows={changed}
          rowKey={(row) => row.field}
          action={{
            header: text('Action'),
            cell: (row) => (
              <Button
                kind="text"
                small
                aria-label={text('Change {detail}', {
                  detail: insideSentence(row.name),
                })}
                onClick={() => onBack(form.field(row.field).id)}
              >
                {text('Change')}
              </Button>
            ),
          }}
        />
      )}
      {unchanged.length > 0 && (
        <section aria-labelledby="unchanged" className={styles.unchanged}>
          <h2 id="unchanged">{text('Stays the same')}</h2>
          <FactList facts={unchanged.map((row) => ({ label: row.name, value: row.before }))} />
        </section>
      )}
      {reassign && (
        <Notice tone="warn" heading={text('This ticket will be transferred')}>
          {text(
            '{email} will see and manage this ticket in their own portal. You will no longer be able to change, download or refund it.',
            { email: holder.email },
          )}
        </Notice>
      )}
      {isNewHolder && (
        <Notice>
          {text(
            'The ticket gets a new code. Copies downloaded or printed earlier are no longer valid. We will send the new ticket to {email}.',
            { email: holder.email },
          )}
        </Notice>
      )}
      {isNameChange && others.length > 0 && (
        <Notice heading={text('{name} still holds other tickets in this order', { name: ticket.full_name })}>
          <PlainList>
            {others.map((other) => (
              <li key={other.code}>
                {other.product}
                <WhenAndWhere item={other} />
              </li>
            ))}
          </PlainList>
          {others.some((other) => other.allow_name_changes) && (
            <p>{text('Once this change is saved, you can change their holder too.')}</p>
          )}
        </Notice>
      )}
      {isNameChange && changesLeft !== null && (
        <p className={styles.count}>
          {text('This uses one name change. You will have {changes}.', {
            changes: translate(nameChangesLeft(changesLeft - 1)),
          })}
        </p>
      )}
      <WizardButtons>
        <Button type="submit" busy={form.pending}>
          {text('Save changes')}
        </Button>
        <Button kind="text" onClick={() => onBack()}>
          {text('Back')}
        </Button>
      </WizardButtons>
    </WizardForm>
  );
}
