import type { DueWork } from '#platform/work/due-work.ts';
import { after } from '../domain/session-rules.ts';
import { deletePrivate } from './audit-log-store.ts';
import { deleteOldChallenges, forgetPendingCodeApps } from './factor-store.ts';
import { deleteExpiredPresence } from './presence-store.ts';
import { deleteEndedSessions } from './session-store.ts';
import { PENDING_MS } from './set-up-factors.ts';
import type { StaffSetup } from './staff-parts.ts';
import { deleteOldDevices } from './staff-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;
/** Idle sessions have ended long before this. */
const KEPT_SESSION_MS = DAY_MS;
const KEPT_DEVICE_MS = 400 * DAY_MS;

export function staffWork({ db }: Pick<StaffSetup, 'db'>): DueWork[] {
  const work = (name: string, run: DueWork['run']): DueWork => ({ name, everyMs: TEN_MINUTES_MS, run });
  return [
    work('forget-staff-sessions', (now) => deleteEndedSessions(db, { now, idleSince: after(now, -KEPT_SESSION_MS) })),
    work('forget-passkey-challenges', (now) => deleteOldChallenges(db, now)),
    work('forget-pending-code-apps', (now) => forgetPendingCodeApps(db, after(now, -PENDING_MS))),
    work('forget-staff-devices', (now) => deleteOldDevices(db, after(now, -KEPT_DEVICE_MS))),
    work('forget-staff-presence', (now) => deleteExpiredPresence(db, now)),
    work('forget-private-audit', (now) => deletePrivate(db, now)),
  ];
}
