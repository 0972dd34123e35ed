import { type DateSettings, formatDay, formatTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { waitWords } from './wait.ts';

interface AnnouncedRoom {
  /** Null for the room of the whole shop. */
  readonly eventName: string | null;
  /** Null once it has opened. */
  readonly opensAt: Date | null;
  readonly isPaused: boolean;
  /** The wait of somebody who comes now; null if there is no estimate. */
  readonly aboutMinutes: number | null;
}

export interface AnnouncedRoomWords {
  readonly heading: string;
  readonly lines: readonly string[];
  /** The label of the button that leads to the waiting room. */
  readonly action: string;
}

/** What pages of the shop say about a waiting room: before the opening, and while it lets people in. */
export function announcedRoomWords(
  room: AnnouncedRoom,
  language: Language,
  settings: DateSettings,
  now: Date,
): AnnouncedRoomWords {
  const { eventName, opensAt } = room;
  if (opensAt === null) return whileOpen(eventName, waitNow(room, language), language);
  if (opensAt > now) return beforeOpening(eventName, opensAt, language, settings, now);
  // The page was loaded before the opening, so it does not know the wait.
  return whileOpen(eventName, null, language);
}

function beforeOpening(
  event: string | null,
  opensAt: Date,
  { text }: Language,
  settings: DateSettings,
  now: Date,
): AnnouncedRoomWords {
  const year = opensAt.getTime() - now.getTime() > ELEVEN_MONTHS_MS;
  const when = `${formatDay(opensAt, settings, { year })}, ${formatTime(opensAt, settings)}`;
  return {
    heading:
      event === null
        ? text('The sale opens {when}', { when })
        : text('{event}: the sale opens {when}', { event, when }),
    lines: [
      text('Everybody who comes before then gets a random position in the line. It does not matter who comes first.'),
      text('You can wait here.'),
    ],
    action: text('Wait for the opening'),
  };
}

const ELEVEN_MONTHS_MS = 335 * 24 * 60 * 60_000;

function whileOpen(event: string | null, wait: string | null, { text }: Language): AnnouncedRoomWords {
  const letInText = text('People are let in a few at a time, so that everybody inside has time to buy.');
  return {
    heading: event === null ? text('There is a waiting room') : text('{event}: there is a waiting room', { event }),
    lines: [
      wait === null ? letInText : `${letInText} ${wait}`,
      text('If you have been let in, add items to your cart as usual.'),
    ],
    action: text('Go to the waiting room'),
  };
}

function waitNow({ isPaused, aboutMinutes }: AnnouncedRoom, language: Language): string {
  if (isPaused) return language.text('Nobody is being let in at the moment.');
  if (aboutMinutes === null) return language.text('We cannot estimate the wait at the moment.');
  return waitWords(aboutMinutes, language);
}
