import { ok } from '#kernel/result.ts';
import { PRESENCE_LEASE_MS } from '../domain/presence.ts';
import { after } from '../domain/session-rules.ts';
import { presence } from '../office-contract/presence.ts';
import { callerOf, type OfficeCallRegistry } from './office-calls.ts';
import { endPresence, notePresence, othersAt } from './presence-store.ts';
import type { StaffParts } from './staff-parts.ts';

export function addPresenceCall(calls: OfficeCallRegistry, { db }: StaffParts): void {
  calls.add(presence, async ({ place, leaves }, context) => {
    const { staffId } = callerOf(context).session;
    const { now } = context;
    return db.transaction(async (tx) => {
      if (leaves) {
        await endPresence(tx, { place, staffId });
        return ok({ others: [] });
      }
      await notePresence(tx, { place, staffId, until: after(now, PRESENCE_LEASE_MS) });
      return ok({ others: await othersAt(tx, { place, staffId }, now) });
    });
  });
}
