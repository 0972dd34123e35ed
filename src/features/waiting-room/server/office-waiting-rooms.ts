import {
  CHANGED_MEANWHILE,
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { typedMoment } from '#kernel/typed-moment.ts';
import type { Db, OfficeDb, Queryable } from '#platform/db/db.ts';
import { dbOf } from '#platform/db/within.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { STRAIN_LASTS_MS } from '../domain/metering.ts';
import { DEFAULT_LIMITS, LIMIT_RANGES, type Room, type RoomLimits, roomPath } from '../domain/room.ts';
import * as contract from '../office-contract.ts';
import { type ListedRoom, listRooms } from './list-rooms.ts';
import { changeRoom, closeRoom, openRoomNow, pauseRoom, type RunRefusal, startRoom } from './run-rooms.ts';

export interface OfficeRoomParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<{ readonly timezone: string }>;
  /** In the order in which they begin. */
  readonly events: (db: Queryable) => Promise<{ id: number; code: string; name: string }[]>;
}

interface WireLimits {
  readonly max_per_minute: number;
  readonly max_inside: number;
  readonly minutes_inside: number;
}

const fieldNames: Readonly<Record<keyof RoomLimits, keyof WireLimits>> = {
  maxPerMinute: 'max_per_minute',
  maxInside: 'max_inside',
  minutesInside: 'minutes_inside',
};

const wrongMoment = invalidFields([
  { field: 'opens_at', message: markedText('Please enter a day and time in the future.') },
]);

const runRefusal = httpRefusals<RunRefusal>({
  exists: conflict(markedText('There is a waiting room here already. Please change that one, or end it first.')),
  unknown_room: notFound,
  changed_meanwhile: conflict(CHANGED_MEANWHILE),
  opens_in_the_past: wrongMoment,
  wrong_status: conflict(
    markedText('A colleague or the shop has changed this waiting room. This is its current state.'),
  ),
  out_of_range: ({ limit }) => {
    const [min, max] = LIMIT_RANGES[limit];
    return invalidFields([
      {
        field: fieldNames[limit],
        message: ({ text }) => text('Please enter a number from {min} to {max}.', { min, max }),
      },
    ]);
  },
});

/** The office's calls, with the same use cases as the command line. */
export function addWaitingRoomOfficeCalls(calls: OfficeCallRegistry, { db, shop, events }: OfficeRoomParts): void {
  const change = (context: OfficeContext, work: (inner: Db) => Promise<Result<Room, RunRefusal>>) =>
    db.transaction(async (tx) => {
      const done = await work(dbOf(tx));
      if (!done.ok) return refuse(runRefusal(done.error));
      const answer = { id: done.value.id };
      await context.remember(tx, answer);
      return ok(answer);
    });

  calls.add(contract.waitingRooms, async (_body, { now }) =>
    db.read(async (tx) => {
      const rooms = await listRooms(tx, now);
      const all = await events(tx);
      return ok({
        as_of: toInstant(now),
        rooms: rooms.map((room) => onWire(room, now)),
        events: all.map(({ code, name }) => ({ code, name })),
        usual: limitsOnWire(DEFAULT_LIMITS),
      });
    }),
  );

  calls.add(contract.waitingRoomStart, async ({ event: code, opens: how, opens_at: typed, ...wire }, context) => {
    const { actor } = callerOf(context);
    const at = how === 'at' ? momentOf(typed, (await shop()).timezone) : null;
    if (how === 'at' && at === null) return refuse(wrongMoment);
    const opens = at ?? (how === 'under_load' ? ('under-load' as const) : ('now' as const));
    const event = code === null ? null : (await events(db)).find((one) => one.code === code);
    if (event === undefined) return refuse(notFound);
    const eventId = event?.id ?? null;
    return change(context, (inner) => startRoom(inner, { eventId, opens, actor, ...limitsOf(wire) }, context.now));
  });

  calls.add(contract.waitingRoomChange, async ({ id, opens_at: typed, was, ...wire }, context) => {
    const { actor } = callerOf(context);
    const opensAt = typed === '' ? undefined : momentOf(typed, (await shop()).timezone);
    if (opensAt === null) return refuse(wrongMoment);
    return change(context, (inner) =>
      changeRoom(
        inner,
        { id, actor, ...limitsOf(wire), ...(opensAt && { opensAt }), ...(was && { was: limitsOf(was) }) },
        context.now,
      ),
    );
  });

  const moves = { open: openRoomNow, paused: pauseRoom, closed: closeRoom };
  calls.add(contract.waitingRoomMove, async ({ id, to }, context) => {
    const { actor } = callerOf(context);
    return change(context, (inner) => moves[to](inner, { id, actor }, context.now));
  });
}

/** Null if it is not a moment such as 2027-02-01T10:00, or one that the clocks skip. */
function momentOf(typed: string, timezone: string): Date | null {
  const [day = '', time = ''] = typed.split('T');
  return typedMoment(day, time, timezone);
}

const limitsOf = (wire: WireLimits): RoomLimits => ({
  maxPerMinute: wire.max_per_minute,
  maxInside: wire.max_inside,
  minutesInside: wire.minutes_inside,
});

const limitsOnWire = ({ maxPerMinute, maxInside, minutesInside }: RoomLimits): WireLimits => ({
  max_per_minute: maxPerMinute,
  max_inside: maxInside,
  minutes_inside: minutesInside,
});

const onWire = ({ room, figures }: ListedRoom, now: Date) => ({
  id: room.id,
  event_name: room.eventName,
  path: roomPath(room),
  status: room.status,
  is_automatic: room.isAutomatic,
  opens_at: toInstantOrNull(room.opensAt),
  opened_at: toInstantOrNull(room.openedAt),
  ...limitsOnWire(room),
  pace: room.pace,
  is_slowed: room.strainedAt !== null && now.getTime() - room.strainedAt.getTime() < STRAIN_LASTS_MS,
  waiting: figures.waiting,
  inside: figures.inside,
  entered: figures.entered,
  called_lately: figures.calledLately,
  entered_lately: figures.enteredLately,
  ends_at: toInstantOrNull(figures.endsAt),
});
