import { openRoomNow, startRoom } from '#features/waiting-room/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { keyFrom } from '#platform/config/secret-key.ts';
import { openDb } from '#platform/db/db.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { type Bench, measure, withShop } from '../bench.ts';
import { SECRET_KEY } from '../shop-process.ts';

const WAITING = 100_000;
const actor = commandLine('bench');
/** Almost nobody may enter while the polls are measured. */
const limits = { maxPerMinute: 60, maxInside: 60, minutesInside: 10 };

const JSON_HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

/**
 * Measures new arrivals in a waiting room of 100,000 people, then the poll of a waiting browser once the room is open and
 * the order of the places has been drawn by lot.
 */
export const waiting = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    const db = openDb({ connection: { connectionString: database.url } });
    const now = new Date();
    const later = new Date(now.getTime() + 3_600_000);
    const started = await startRoom(db, { eventId: null, opens: later, actor, ...limits }, now);
    if (!started.ok) throw new Error(started.error.kind);
    const roomId = started.value.id;
    await db.run('update waiting_rooms set places = $2 where id = $1', [roomId, WAITING]);
    await pauseForRoomsToBeRead();
    let taken = WAITING;
    for (const clients of [16, 64]) {
      const { perSecond } = await measure(bench, shop, {
        work: `take a place among ${WAITING.toLocaleString('en')}`,
        visit: {
          kind: 'request',
          method: 'POST',
          path: '/api/take-place',
          headers: JSON_HEADERS,
          body: '{"external_code":"saturday"}',
        },
        clients,
      });
      taken += Math.floor(perSecond * bench.sizes.seconds * 0.95);
    }
    // The warm-ups took places too, so there are more. The rate counts a little less than the exact number.
    const { places } = (await db.row<{ places: number }>('select places from waiting_rooms where id = $1', [roomId]))!;
    if (places < taken) throw new Error(`${places} places were given, but at least ${taken} people got one`);
    await db.run('update waiting_rooms set places = $2 where id = $1', [roomId, WAITING]);
    await openRoomNow(db, { id: roomId, actor }, now);
    await db.end();
    await pauseForRoomsToBeRead();
    const keyHex = derivedKey(keyFrom(SECRET_KEY), 'waiting-room-places').toString('hex');
    const path = '/waiting-room?from=%2F&part=1&was=0';
    for (const clients of [16, 64]) {
      await measure(bench, shop, {
        work: `poll in a waiting room of ${WAITING.toLocaleString('en')}`,
        visit: { kind: 'waiting', path, roomId, keyHex, places: WAITING },
        clients,
      });
    }
  });

/** The shop's process reads the rooms every second. */
const pauseForRoomsToBeRead = () => new Promise((resolve) => setTimeout(resolve, 2_500));
