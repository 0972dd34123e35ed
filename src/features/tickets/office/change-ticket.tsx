import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import type { CheckedFieldProps } from '#browser/use-checked-form.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { AuditReason, TheirValue, useStaffSession } from '#features/staff/office/public.tsx';
import { formatTravelTime } from '#kernel/dates.ts';
import { isEmailAddress } from '#kernel/email.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

type Ticket = OfficeAnswer<'ticket-to-change'>;

interface ChangeTicketProps {
  order: string;
  /** More than one only for a change of travel time. */
  positions: readonly number[];
  what: 'holder' | 'time';
  onClose: () => void;
}

/** Changes a ticket for its customer, through the same use case as the customer's own changes. */
export default function ChangeTicket({ order, positions, what, onClose }: ChangeTicketProps) {
  const { text } = useLanguage();
  const [position, ...others] = positions as [number, ...number[]];
  const query = useOfficeCall('ticket-to-change', { order, position });
  return (
    <FormDialog
      name={`${what}.${positions.join('.')}`}
      onClose={onClose}
      title={what === 'holder' ? text('Change the holder') : text('Change the travel time')}
      description={query.data?.item ?? order}
    >
      <QueryState query={query} failed={text('This ticket did not load')}>
        {(ticket) =>
          ticket.is_closed ? (
            <p>{text('This ticket cannot be changed: it is unpaid, part of a refund or no longer valid.')}</p>
          ) : others.some((other) => !ticket.party.includes(other)) ? (
            <p>{text('Tickets can only be moved together if they have the same departure.')}</p>
          ) : what === 'holder' ? (
            <ChangeHolder order={order} position={position} ticket={ticket} onClose={onClose} />
          ) : (
            <ChangeTime order={order} position={position} others={others} ticket={ticket} onClose={onClose} />
          )
        }
      </QueryState>
    </FormDialog>
  );
}

interface ChangeProps extends Omit<ChangeTicketProps, 'what' | 'positions'> {
  position: number;
  ticket: Ticket;
}

function ChangeHolder({ order, position, ticket, onClose }: ChangeProps) {
  const { text } = useLanguage();
  const isBeyond = ({ name, email, age }: { name: string; email: string; age: string }) =>
    (name !== ticket.full_name && !ticket.may_name) ||
    (email !== ticket.email && !ticket.may_email) ||
    (age !== (ticket.age ?? '') && !ticket.may_name && !ticket.may_email);
  const isChanged = ({ name, email, age }: { name: string; email: string; age: string }) =>
    name !== ticket.full_name || email !== ticket.email || age !== (ticket.age ?? '');
  const form = usePreviewedForm({
    call: 'ticket-holder-change',
    keptAs: `holder.${order}.${position}`,
    latest: { name: ticket.full_name, email: ticket.email, age: ticket.age ?? '' },
    initial: { name: ticket.full_name, email: ticket.email, age: ticket.age ?? '', reason: '' },
    validate: (values) => {
      const { name, email, reason } = values;
      return problemsOf({
        name:
          name.trim() === ''
            ? text('Please enter a name.')
            : isChanged(values)
              ? undefined
              : text('Nothing is changed yet. Please change the name, the email or the age.'),
        email: isEmailAddress(email.trim()) ? undefined : text('Please enter a valid email address.'),
        reason: isBeyond(values) && reason.trim() === '' ? text('Please enter a reason.') : undefined,
      });
    },
    request: (values) => ({
      order,
      position,
      generation: ticket.generation,
      full_name: values.name,
      email: values.email,
      age: values.age || null,
      beyond_limits: isBeyond(values),
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
  const their = (name: 'name' | 'email') => {
    const value = form.theirs(name);
    return <TheirValue value={value} onUse={() => form.setValue(name, value!)} />;
  };
  return (
    <PreviewedForm
      form={form}
      buttonLabel={text('Save')}
      done={text('Holder changed.')}
      isUnchanged={!isChanged(form.values)}
      onDone={onClose}
      others={<CancelButton onClose={onClose} />}
    >
      <Field label={text('Full name')} autoComplete="off" {...form.field('name')} />
      {their('name')}
      <Field label={text('Email')} type="email" autoComplete="off" {...form.field('email')} />
      {their('email')}
      {ticket.age_options.length > 0 && (
        <SelectField
          label={text('Age')}
          options={ticket.age_options.map((option) => ({ value: option.key, label: option.name }))}
          {...form.field('age')}
        />
      )}
      <p>{text('Changing the name or email creates a new ticket code. The old one stops working immediately.')}</p>
      {isBeyond(form.values) && <Beyond field={form.field('reason')} />}
    </PreviewedForm>
  );
}

/** `others` move together with the ticket. If there are none, the dialog offers to move the whole party. */
function ChangeTime({ order, position, others, ticket, onClose }: ChangeProps & { others: readonly number[] }) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const offersParty = others.length === 0 && ticket.party.length > 0;
  const isBeyond = !ticket.may_time;
  const positionsOf = (isParty: boolean) => [position, ...(isParty ? ticket.party : others)];
  const form = usePreviewedForm({
    call: 'ticket-time-change',
    keptAs: `time.${order}.${positionsOf(false).join('.')}`,
    initial: { departure: '', isParty: offersParty, reason: '' },
    validate: ({ departure, reason }) =>
      problemsOf({
        departure: departure === '' ? text('Please choose a departure.') : undefined,
        reason: isBeyond && reason.trim() === '' ? text('Please enter a reason.') : undefined,
      }),
    request: ({ departure, isParty, reason }) => ({
      order,
      positions: positionsOf(isParty),
      departure: Number(departure),
      beyond_limits: isBeyond,
      reason: reason.trim(),
    }),
    serverField: (name) => (name === 'transport_time_id' ? 'departure' : name === 'reason' ? 'reason' : undefined),
  });
  const { length: count } = positionsOf(form.values.isParty);
  const current = ticket.departures.find(({ id }) => id === ticket.departure);
  return (
    <PreviewedForm
      form={form}
      buttonLabel={countText(count, { one: 'Move {count} ticket', other: 'Move {count} tickets' })}
      done={text('Travel time changed.')}
      onDone={onClose}
      others={<CancelButton onClose={onClose} />}
    >
      {current && (
        <p>{text('Currently {time}.', { time: formatTravelTime(current.departs_at, settings.timezone, settings) })}</p>
      )}
      <SelectField
        label={text('Departure')}
        placeholder={text('Choose a departure')}
        options={ticket.departures
          .filter(({ id }) => id !== ticket.departure)
          .map(({ id, departs_at: at, remaining }) => {
            const time = formatTravelTime(at, settings.timezone, settings);
            return {
              value: String(id),
              label: remaining === null ? time : text('{time}, {count} free', { time, count: remaining }),
              disabled: remaining !== null && remaining < count,
            };
          })}
        {...form.field('departure')}
      />
      {offersParty && (
        <Checkbox
          label={countText(ticket.party.length + 1, {
            one: '{count} ticket of this order',
            other: 'All {count} tickets of this order together, or none',
          })}
          {...form.checkbox('isParty')}
        />
      )}
      {isBeyond && <Beyond field={form.field('reason')} />}
    </PreviewedForm>
  );
}

/** Explains that the customer is not allowed to make this change, and asks for the reason. */
function Beyond({ field }: { field: CheckedFieldProps }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  if (!may('orders.override')) {
    return (
      <Notice tone="warn" small>
        {text('The customer is not allowed to change this, but a manager is.')}
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="warn" small>
        {text('The customer can no longer change this. You can, if you give a reason.')}
      </Notice>
      <AuditReason {...field} />
    </>
  );
}
