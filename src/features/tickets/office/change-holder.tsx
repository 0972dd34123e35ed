import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { TheirValue } from '#features/staff/office/public.tsx';
import { isEmailAddress } from '#kernel/email.ts';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton } from '#ui/office/form-dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { ageAfterRenaming } from '../domain/change-holder.ts';
import { customerLimit, type TicketChange } from '../domain/customer-limit.ts';
import { BeyondLimits, useBeyondLimits } from './beyond-limits.tsx';
import type { NewHolder } from './still-held.tsx';

type Ticket = OfficeAnswer<'ticket-to-change'>;

interface ChangeHolderProps {
  order: string;
  position: number;
  ticket: Ticket;
  /** Who now holds another of the former holder's tickets; null if none was changed before. */
  suggested: NewHolder | null;
  onDone: (to: NewHolder) => void;
  onClose: () => void;
}

/** A ticket's holder. Another person's age has to be chosen again, as in the portal. */
export function ChangeHolder({ order, position, ticket, suggested, onDone, onClose }: ChangeHolderProps) {
  const { text } = useLanguage();
  const lacks = useBeyondLimits();
  const changesOf = ({ name, email, age }: { name: string; email: string; age: string }): TicketChange[] => [
    ...(name === ticket.full_name ? [] : (['name'] as const)),
    ...(email === ticket.email ? [] : (['email'] as const)),
    ...(age === (ticket.age ?? '') ? [] : (['age'] as const)),
  ];
  const limitOf = (values: { name: string; email: string; age: string }) => customerLimit(ticket, changesOf(values));
  const form = usePreviewedForm({
    call: 'ticket-holder-change',
    keptAs: `holder.${order}.${position}`,
    latest: { name: ticket.full_name, email: ticket.email, age: ticket.age ?? '' },
    initial: { name: ticket.full_name, email: ticket.email, age: ticket.age ?? '', reason: '' },
    validate: (values) => {
      const { name, email, age, reason } = values;
      return problemsOf({
        name:
          name.trim() === ''
            ? text('Please enter a name.')
            : changesOf(values).length > 0
              ? undefined
              : text('Nothing is changed yet. Please change the name, the email or the age.'),
        age: ticket.age_options.length > 0 && age === '' ? text('Please choose an age.') : undefined,
        email: isEmailAddress(email.trim()) ? undefined : text('Please enter a valid email address.'),
        reason: lacks(limitOf(values), reason),
      });
    },
    request: (values) => ({
      order,
      position,
      generation: ticket.generation,
      full_name: values.name,
      email: values.email,
      age: values.age || null,
      beyond_limits: limitOf(values) !== null,
      reason: values.reason.trim(),
    }),
    serverField: (name) =>
      name === 'full_name' ? 'name' : name === 'email' || name === 'age' || name === 'reason' ? name : undefined,
  });
  // The ticket may have changed since it was loaded: load it again, so that both versions can be compared.
  const queries = useQueryClient();
  const isRefused = form.preview.failure !== null;
  useEffect(() => {
    if (isRefused) void queries.invalidateQueries({ queryKey: ['ticket-to-change'] });
  }, [isRefused, queries]);
  const rename = (name: string) => {
    const { name: typed, age } = form.values;
    const present = { fullName: ticket.full_name, age: ticket.age };
    form.setValue('name', name);
    form.setValue('age', ageAfterRenaming(present, { fullName: typed, age: age || null }, name) ?? '');
  };
  const begin = useEffectEvent(() => {
    if (!suggested || form.isRestored) return;
    rename(suggested.name);
    form.setValue('email', suggested.email);
  });
  useEffect(() => begin(), []);
  const limit = limitOf(form.values);
  const nameField = form.field('name');
  const their = (name: 'name' | 'email') => {
    const value = form.theirs(name);
    return <TheirValue value={value} onUse={() => (name === 'name' ? rename(value!) : form.setValue(name, value!))} />;
  };
  return (
    <PreviewedForm
      form={form}
      buttonLabel={text('Save')}
      done={text('Holder changed.')}
      isUnchanged={changesOf(form.values).length === 0}
      onDone={() => onDone({ name: form.values.name.trim(), email: form.values.email.trim() })}
      others={<CancelButton onClose={onClose} />}
    >
      <Field
        label={text('Full name')}
        autoComplete="off"
        {...nameField}
        onChange={(event) => {
          nameField.onChange(event);
          rename(event.currentTarget.value);
        }}
      />
      {their('name')}
      <Field label={text('Email')} type="email" autoComplete="off" {...form.field('email')} />
      {their('email')}
      {ticket.age_options.length > 0 && (
        <SelectField
          label={text('Age')}
          placeholder={text('Choose an age')}
          hint={
            ticket.age !== null && form.values.age === ''
              ? text('The name has changed, so please choose the age again.')
              : undefined
          }
          options={ticket.age_options.map((option) => ({ value: option.key, label: option.name }))}
          {...form.field('age')}
        />
      )}
      <p>{text('Changing the name or email creates a new ticket code. The old one stops working immediately.')}</p>
      {limit && <BeyondLimits limit={limit} field={form.field('reason')} />}
    </PreviewedForm>
  );
}
