import { createHash } from 'node:crypto';
import type { Role } from '../domain/permissions.ts';
import { totpOf } from './check-code.ts';
import { confirmCodeApp, savePendingCodeApp, sealContext } from './factor-store.ts';
import { type StaffSetup, staffParts } from './staff-parts.ts';
import { insertStaff, setPasswordHash, setRoles } from './staff-store.ts';

/** The people of the demo's office, one for each role. They are marked, so that they cannot sign in in production. */
export const DEMO_PEOPLE: readonly { readonly name: string; readonly email: string; readonly role: Role }[] = [
  { name: 'Berta Vos', email: 'berta@sandlark.example', role: 'owner' },
  { name: 'Lena Ruiz', email: 'lena@sandlark.example', role: 'manager' },
  { name: 'Joris Hendriks', email: 'joris@sandlark.example', role: 'finance' },
  { name: 'Noor Bakker', email: 'noor@sandlark.example', role: 'support' },
  { name: 'Tomas Král', email: 'tomas@sandlark.example', role: 'catalogue' },
  { name: 'Pim de Wit', email: 'pim@sandlark.example', role: 'door' },
  { name: 'Emma Claes', email: 'emma@sandlark.example', role: 'door-supervisor' },
  { name: 'Sara Azizi', email: 'sara@sandlark.example', role: 'viewer' },
];

/** The same for everybody. */
export const DEMO_PASSWORD = 'larks-mind-the-office';
/** Secret of the code app, the same for everybody. */
export const DEMO_APP_KEY = 'KNAU4RCMIFJEWT2GIZEUGRJSGAZDOMBR';

/** The current code of the code app, and for how many seconds it lasts. */
export function demoCode(now: Date): { code: string; seconds: number } {
  const seconds = 30 - (Math.floor(now.getTime() / 1_000) % 30);
  return { code: totpOf(DEMO_APP_KEY).generate({ timestamp: now.getTime() }), seconds };
}

/** Leaves out people who already exist. */
export async function makeDemoPeople(setup: StaffSetup, now: Date): Promise<void> {
  const { db, passwords, codeSealer } = staffParts(setup);
  if (!setup.hasDemoPeople) throw new Error('There are no demo people in production');
  const hash = await passwords.hash(DEMO_PASSWORD);
  await db.transaction(async (tx) => {
    for (const { name, email, role } of DEMO_PEOPLE) {
      const handle = createHash('sha256').update(`demo ${email}`).digest();
      const id = await insertStaff(tx, { name, email, handle, isDemo: true }, now);
      if (id === null) continue;
      await setRoles(tx, id, [role]);
      await setPasswordHash(tx, id, hash);
      await savePendingCodeApp(tx, id, codeSealer.seal(DEMO_APP_KEY, sealContext(id)), now);
      await confirmCodeApp(tx, id, 0, now);
    }
  });
}
