import { useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatTravelTime } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';

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
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop
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
    </Dialog>
  );
}

interface ChangeProps extends Omit<ChangeTicketProps, 'what' | 'positions'> {
  position: number;
  ticket: Ticket;
}

function ChangeHolder({ order, position, ticket, onClose }: ChangeProps) {
  const { text, translate } = useLanguage();
  const [name, setName] = useState(ticket.full_name);
  const [email, setEmail] = useState(ticket.email);
  const [age, setAge] = useState(ticket.age);
  const [reason, setReason] = useState('');
  const isBeyond =
    (name !== ticket.full_name && !ticket.may_name) ||
    (email !== ticket.email && !ticket.may_email) ||
    (age !== ticket.age && !ticket.may_name && !ticket.may_email);
  const isChanged = name !== ticket.full_name || email !== ticket.email || age !== ticket.age;
  const isComplete = isChanged && (!isBeyond || reason.trim() !== '');
  const preview = usePreview(
    'ticket-holder-change',
    isComplete
      ? {
          order,
          position,
          generation: ticket.generation,
          full_name: name,
          email,
          age,
          beyond_limits: isBeyond,
          reason: reason.trim(),
        }
      : null,
  );
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={text('Save')}
      done={text('Holder changed.')}
      onDone={onClose}
      others={<Cancel onClose={onClose} />}
    >
      <Field
        id="holder-name"
        label={text('Full name')}
        value={name}
        autoComplete="off"
        error={errorAt('full_name')}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Field
        id="holder-email"
        label={text('Email')}
        type="email"
        value={email}
        autoComplete="off"
        error={errorAt('email')}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
      {ticket.age_options.length > 0 && (
        <SelectField
          id="holder-age"
          label={text('Age')}
          value={age ?? ''}
          options={ticket.age_options.map((option) => ({ value: option.key, label: option.name }))}
          error={errorAt('age')}
          onChange={({ currentTarget: { value } }) => setAge(value)}
        />
      )}
      <p>{text('Changing the name or email creates a new ticket code. The old one stops working immediately.')}</p>
      {isBeyond && <Beyond reason={reason} error={errorAt('reason')} onReason={setReason} />}
    </PreviewedForm>
  );
}

/** `others` move together with the ticket. If there are none, the dialog offers to move the whole party. */
function ChangeTime({ order, position, others, ticket, onClose }: ChangeProps & { others: readonly number[] }) {
  const { text, countText, translate } = useLanguage();
  const settings = useShopSettings();
  const [departure, setDeparture] = useState('');
  const offersParty = others.length === 0 && ticket.party.length > 0;
  const [isParty, setParty] = useState(offersParty);
  const [reason, setReason] = useState('');
  const positions = [position, ...(isParty ? ticket.party : others)];
  const isBeyond = !ticket.may_time;
  const isComplete = departure !== '' && (!isBeyond || reason.trim() !== '');
  const preview = usePreview(
    'ticket-time-change',
    isComplete
      ? { order, positions, departure: Number(departure), beyond_limits: isBeyond, reason: reason.trim() }
      : null,
  );
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  const current = ticket.departures.find(({ id }) => id === ticket.departure);
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={countText(positions.length, { one: 'Move {count} ticket', other: 'Move {count} tickets' })}
      done={text('Travel time changed.')}
      onDone={onClose}
      others={<Cancel onClose={onClose} />}
    >
      {current && (
        <p>{text('Currently {time}.', { time: formatTravelTime(current.departs_at, settings.timezone, settings) })}</p>
      )}
      <SelectField
        id="ticket-departure"
        label={text('Departure')}
        value={departure}
        placeholder={text('Choose a departure')}
        options={ticket.departures
          .filter(({ id }) => id !== ticket.departure)
          .map(({ id, departs_at: at, remaining }) => {
            const time = formatTravelTime(at, settings.timezone, settings);
            return {
              value: String(id),
              label: remaining === null ? time : text('{time}, {count} free', { time, count: remaining }),
              disabled: remaining !== null && remaining < positions.length,
            };
          })}
        error={errorAt('transport_time_id')}
        onChange={({ currentTarget: { value } }) => setDeparture(value)}
      />
      {offersParty && (
        <Checkbox
          id="ticket-party"
          checked={isParty}
          label={countText(ticket.party.length + 1, {
            one: '{count} ticket of this order',
            other: 'All {count} tickets of this order together, or none',
          })}
          onChange={({ currentTarget: { checked } }) => setParty(checked)}
        />
      )}
      {isBeyond && <Beyond reason={reason} error={errorAt('reason')} onReason={setReason} />}
    </PreviewedForm>
  );
}

const Cancel = ({ onClose }: { onClose: () => void }) => {
  const { text } = useLanguage();
  return (
    <Button kind="secondary" onClick={onClose}>
      {text('Cancel')}
    </Button>
  );
};

interface BeyondProps {
  reason: string;
  error: string | undefined;
  onReason: (reason: string) => void;
}

/** Explains that the customer could not do this alone, and asks for the reason. */
function Beyond({ reason, error, onReason }: BeyondProps) {
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
      <TextArea
        id="change-reason"
        label={text('Reason')}
        hint={text('The audit log keeps this forever, so do not include any names.')}
        rows={2}
        value={reason}
        error={error}
        onChange={({ currentTarget: { value } }) => onReason(value)}
      />
    </>
  );
}
