import { useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { isSameHolder } from '#features/cart/domain/same-holder.ts';
import { PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { formatTravelTime } from '#kernel/dates.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { customerLimit } from '../domain/customer-limit.ts';
import { BeyondLimits, useBeyondLimits } from './beyond-limits.tsx';
import { ChangeHolder } from './change-holder.tsx';
import { type Handover, type OrderItem, othersHeldBy, StillHeld } from './still-held.tsx';

type Ticket = OfficeAnswer<'ticket-to-change'>;

interface ChangeTicketProps {
  order: string;
  /** More than one only for a change of travel time. */
  positions: readonly number[];
  what: 'holder' | 'time';
  /** The items of the order. */
  items: readonly OrderItem[];
  onClose: () => void;
}

/** Changes a ticket for its customer, through the same use case as the customer's own changes. */
export default function ChangeTicket({ order, positions, what, items, onClose }: ChangeTicketProps) {
  const { text } = useLanguage();
  const [first, ...others] = positions as [number, ...number[]];
  const [position, setPosition] = useState(first);
  const [handover, setHandover] = useState<Handover | null>(null);
  const [isAsking, setAsking] = useState(false);
  const query = useOfficeCall('ticket-to-change', { order, position });
  return (
    <FormDialog
      name={`${what}.${positions.join('.')}`}
      onClose={onClose}
      title={what === 'holder' ? text('Change the holder') : text('Change the travel time')}
      description={isAsking ? order : (query.data?.item ?? order)}
    >
      {handover && isAsking ? (
        <StillHeld
          handover={handover}
          items={othersHeldBy(handover.from, { position, items })}
          onChoose={(chosen) => {
            setPosition(chosen);
            setAsking(false);
          }}
          onClose={onClose}
        />
      ) : (
        <QueryState query={query} failed={text('This ticket did not load')}>
          {(ticket) =>
            ticket.is_closed ? (
              <p>{text('This ticket cannot be changed: it is unpaid, part of a refund or no longer valid.')}</p>
            ) : others.some((other) => !ticket.party.includes(other)) ? (
              <p>{text('Tickets can only be moved together if they have the same departure.')}</p>
            ) : what === 'holder' ? (
              <ChangeHolder
                key={position}
                order={order}
                position={position}
                ticket={ticket}
                suggested={handover?.to ?? null}
                onDone={(to) => {
                  const from = ticket.full_name;
                  const isLast = isSameHolder(from, to.name) || othersHeldBy(from, { position, items }).length === 0;
                  if (isLast) return onClose();
                  setHandover({ from, to });
                  setAsking(true);
                }}
                onClose={onClose}
              />
            ) : (
              <ChangeTime order={order} position={position} others={others} ticket={ticket} onClose={onClose} />
            )
          }
        </QueryState>
      )}
    </FormDialog>
  );
}

interface ChangeProps extends Omit<ChangeTicketProps, 'what' | 'positions' | 'items'> {
  position: number;
  ticket: Ticket;
}

/** `others` move together with the ticket. If there are none, the dialog offers to move the whole party. */
function ChangeTime({ order, position, others, ticket, onClose }: ChangeProps & { others: readonly number[] }) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const offersParty = others.length === 0 && ticket.party.length > 0;
  const limit = customerLimit(ticket, ['time']);
  const lacks = useBeyondLimits();
  const positionsOf = (isParty: boolean) => [position, ...(isParty ? ticket.party : others)];
  const form = usePreviewedForm({
    call: 'ticket-time-change',
    keptAs: `time.${order}.${positionsOf(false).join('.')}`,
    initial: { departure: '', isParty: offersParty, reason: '' },
    validate: ({ departure, reason }) =>
      problemsOf({
        departure: departure === '' ? text('Please choose a departure.') : undefined,
        reason: lacks(limit, reason),
      }),
    request: ({ departure, isParty, reason }) => ({
      order,
      positions: positionsOf(isParty),
      departure: Number(departure),
      beyond_limits: limit !== null,
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
      {limit && <BeyondLimits limit={limit} field={form.field('reason')} />}
    </PreviewedForm>
  );
}
