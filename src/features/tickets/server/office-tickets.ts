import { asksForAge } from '#features/cart/domain/holder.ts';
import { hasNotDeparted } from '#features/catalogue/domain/selling.ts';
import { unitsLeft } from '#features/catalogue/domain/units-left.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { hasPermission } from '#features/staff/domain/permissions.ts';
import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { invalidFields, notFound } from '#platform/http/refusal.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { mayChange } from '../domain/may-change.ts';
import { editedUntil, ticketFlags } from '../domain/ticket-flags.ts';
import * as contract from '../office-contract.ts';
import type { StaffChange } from './change-by-staff.ts';
import { changeRefusal } from './change-refusals.ts';
import { changeTicket } from './change-ticket.ts';
import { setTravelTime } from './set-travel-time.ts';
import { departuresOf, type TicketRow, ticketRowsOfOrder } from './ticket-store.ts';

interface OfficeTicketParts {
  readonly db: OfficeDb;
  readonly previews: PreviewParts;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
  readonly shopUrl: string;
}

const REASON_NEEDED = invalidFields([{ field: 'reason', message: markedText('Please enter a reason.') }]);

/** The calls with which staff see and change a ticket for its customer. */
export function addOfficeTicketCalls(calls: OfficeCallRegistry, parts: OfficeTicketParts): void {
  const { previews, db } = parts;
  const changeParts = async (inner: OfficeDb) => ({
    db: inner,
    shopUrl: parts.shopUrl,
    shop: await parts.loadShop(inner),
  });

  calls.add(contract.ticketToChange, async ({ order, position }, { now }) =>
    db.read(async (tx) => {
      const tickets = await ticketRowsOfOrder(tx, normalizeReference(order));
      const ticket = tickets.find((one) => one.position === position);
      if (!ticket) return refuse(notFound);
      const { frozen } = ticket;
      const { ageRanges } = (await parts.loadShop(tx)).public;
      const flags = ticketFlags(ticket, frozen, ticket, now);
      const allowed = mayChange(ticket, ticket, now);
      const departures = frozen.travelTimeType === 'selectable' ? await departuresOf(tx, [ticket.itemId]) : [];
      return ok({
        item: frozen.name,
        generation: ticket.generation,
        full_name: ticket.fullName,
        email: ticket.email,
        age: ticket.age,
        age_options: asksForAge(frozen) ? frozen.ageOptions.map((key) => ({ key, name: ageRanges[key] ?? key })) : [],
        may_name: flags.allow_name_changes,
        may_email: flags.allow_email_changes,
        may_time: flags.allow_travel_time_changes,
        edited_until: toInstantOrNull(editedUntil(ticket, now)),
        is_closed: !allowed.ok && allowed.error.kind !== 'recently_edited',
        departure: ticket.departureId,
        departures: departures
          .filter((departure) => departure.isActive && hasNotDeparted(departure.departsAt, now))
          .map((departure) => ({
            id: departure.id,
            departs_at: toInstant(departure.departsAt),
            remaining: unitsLeft(departure),
          })),
        party: tickets
          .filter((one) => one.id !== ticket.id && one.itemId === ticket.itemId)
          .filter((one) => one.departureId === ticket.departureId && mayChange(one, one, now).ok)
          .map((one) => one.position),
      });
    }),
  );

  calls.add(contract.ticketHolderChange, async (body, context) => {
    const by = byStaff(body, context);
    if (!by.ok) return by;
    const order = normalizeReference(body.order);
    const { position, generation, full_name: fullName, email, age } = body;
    return previewOrDo(previews, context, body.preview, {
      request: [
        'ticket-holder-change',
        order,
        position,
        generation,
        fullName,
        email,
        age,
        body.beyond_limits,
        body.reason,
      ],
      orders: async () => [order],
      run: async (inner) => {
        const ticket = (await ticketRowsOfOrder(inner, order)).find((one) => one.position === position);
        if (!ticket) return refuse(notFound);
        if (ticket.generation !== generation) return refuse(changeRefusal({ kind: 'changed_meanwhile' }));
        const wanted = {
          ...{ orderCode: order, code: ticket.code, fullName, email, age },
          ...{ reassign: false, note: by.value.reason, by: by.value },
        };
        const done = await changeTicket(await changeParts(inner), ticket.customerId, wanted, context.now);
        return done.ok ? ok({}) : refuse(changeRefusal(done.error));
      },
    });
  });

  calls.add(contract.ticketTimeChange, async (body, context) => {
    const by = byStaff(body, context);
    if (!by.ok) return by;
    const order = normalizeReference(body.order);
    const positions = [...new Set(body.positions)].sort((one, other) => one - other);
    return previewOrDo(previews, context, body.preview, {
      request: ['ticket-time-change', order, positions, body.departure, body.beyond_limits, body.reason],
      orders: async () => [order],
      run: async (inner): Promise<Result<object, OfficeRefusal>> => {
        const tickets = await ticketRowsOfOrder(inner, order);
        const chosen = positions.map((position) => tickets.find((one) => one.position === position));
        const parts = await changeParts(inner);
        for (const ticket of chosen) {
          const moved: Result<void, OfficeRefusal> = ticket
            ? await moveOne(parts, ticket, { departure: body.departure, by: by.value }, context.now)
            : refuse(notFound);
          if (!moved.ok) return moved;
        }
        return ok({});
      },
    });
  });
}

async function moveOne(
  parts: Parameters<typeof setTravelTime>[0],
  ticket: TicketRow,
  { departure, by }: { readonly departure: number; readonly by: StaffChange },
  now: Date,
): Promise<Result<void, OfficeRefusal>> {
  const wanted = { code: ticket.code, transportTimeId: String(departure), by };
  const moved = await setTravelTime(parts, ticket.customerId, wanted, now);
  return moved.ok ? moved : refuse(changeRefusal(moved.error));
}

function byStaff(
  { beyond_limits: isBeyondLimits, reason }: { readonly beyond_limits: boolean; readonly reason: string },
  context: OfficeContext,
): Result<StaffChange, OfficeRefusal> {
  const { actor, session } = callerOf(context);
  if (!isBeyondLimits) return ok({ actor, isBeyondLimits, reason: '' });
  if (!hasPermission(session.roles, 'orders.override')) {
    return refuse({
      status: 403,
      code: 'forbidden',
      permission: 'orders.override',
      message: markedText('The customer is not allowed to do this, but a manager is.'),
    });
  }
  return reason === '' ? refuse(REASON_NEEDED) : ok({ actor, isBeyondLimits, reason });
}
