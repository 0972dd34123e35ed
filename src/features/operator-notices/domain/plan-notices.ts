import { isoDay, localDay, localHour } from '#kernel/local-day.ts';
import { isLasting, isUrgent, type Matter, type MatterKind } from './matter.ts';

const HOUR_MS = 3_600_000;
const MAX_MAILS_AN_HOUR = 5;
const DIGEST_HOUR = 9;

/** A stored record of a matter. */
export interface Notice {
  readonly id: number;
  readonly key: string;
  readonly kind: MatterKind;
  readonly openedAt: Date;
  /** Null until a mail contained it. */
  readonly sentAt: Date | null;
}

/**
 * Finds the matters that are new and the notices that are over. `limit` is the length at which the list of a kind is
 * truncated. A matter that is missing from a truncated list may still be open.
 */
export function compareNotices(
  notices: readonly Notice[],
  matters: readonly Matter[],
  limit: number,
): { opened: Matter[]; ended: Notice[] } {
  const noted = new Set(notices.map(({ key }) => key));
  const open = new Set(matters.map(({ key }) => key));
  const isTruncated = (kind: MatterKind) => matters.filter((matter) => matter.kind === kind).length >= limit;
  return {
    opened: matters.filter(({ key }) => !noted.has(key)),
    ended: notices.filter(({ key, kind }) => !open.has(key) && !isTruncated(kind)),
  };
}

export type PlannedMail =
  | { readonly by: 'mail'; readonly matters: readonly Matter[] }
  /** `day` is an ISO day in the shop's time zone. */
  | { readonly by: 'digest'; readonly day: string; readonly matters: readonly Matter[] };

export interface SentSoFar {
  /** The notices of the open matters, by key. */
  readonly notices: ReadonlyMap<string, Pick<Notice, 'openedAt' | 'sentAt'>>;
  /** When mails about urgent matters were written, at least for the last hour. */
  readonly mailedAt: readonly Date[];
  readonly digestDay: string | null;
}

/**
 * Returns the one mail to send now, or null. After nine in the morning, a digest lists everything that was open at nine
 * and everything since. Otherwise, each urgent matter is mailed once, without delay. After five such mails within an
 * hour, the next one waits and contains everything that was added in the meantime.
 */
export function planMail(
  matters: readonly Matter[],
  { notices, mailedAt, digestDay }: SentSoFar,
  timezone: string,
  now: Date,
): PlannedMail | null {
  const isUnsent = ({ key }: Matter) => !notices.get(key)?.sentAt;
  const today = localDay(now, timezone);
  const day = isoDay(today);
  const nine = localHour(today, DIGEST_HOUR, timezone);
  if (now >= nine && digestDay !== day) {
    const listed = matters.filter((matter) => !isLasting(matter) || isUnsent(matter));
    const wasOpen = ({ since, key }: Matter) => (since ?? notices.get(key)?.openedAt ?? now) <= nine;
    if (listed.some(wasOpen)) return { by: 'digest', day, matters: listed };
  }
  const unsent = matters.filter((matter) => isUrgent(matter) && isUnsent(matter));
  const lately = mailedAt.filter((at) => now.getTime() - at.getTime() < HOUR_MS);
  return unsent.length > 0 && lately.length < MAX_MAILS_AN_HOUR ? { by: 'mail', matters: unsent } : null;
}
