import type { Tx } from '#platform/db/db.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { type StaffNotice, staffNoticeMail } from './staff-mails.ts';
import type { StaffParts } from './staff-parts.ts';
import { findStaff, listOwners } from './staff-store.ts';

/** Mails the person, and every other owner, about a change of somebody's sign-in or rights. */
export async function mailStaffNotice(
  tx: Tx,
  parts: StaffParts,
  about: {
    readonly staffId: number;
    readonly what: StaffNotice;
    /** Who did it, if it was not the person: a colleague's name, or the name given at the command line. */
    readonly by?: string | null;
    /** Mails only the owners, because the person receives a different mail. */
    readonly notToPerson?: boolean;
  },
  now: Date,
): Promise<void> {
  const person = await findStaff(tx, about.staffId);
  if (!person) return;
  const { timezone } = await parts.shop();
  const owners = (await listOwners(tx, parts.hasDemoPeople)).filter(({ id }) => id !== person.id);
  for (const to of [...(about.notToPerson ? [] : [person]), ...owners]) {
    const look = await parts.look(to.language);
    const content = staffNoticeMail(look, {
      toName: to.name,
      about: person.name,
      email: person.email,
      isOwn: to.id === person.id,
      by: about.by ?? null,
      when: whenIn(look.locale, timezone, now),
      notice: about.what,
    });
    await enqueueMail(tx, { key: null, kind: 'staff-news', recipient: to.email, content }, now);
  }
}

const whenIn = (locale: string, timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(now);
