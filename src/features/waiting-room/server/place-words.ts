import { type DateSettings, formatDay, formatTime } from '#kernel/dates.ts';
import { formatCache } from '#kernel/format-cache.ts';
import type { Language } from '#kernel/language.ts';
import { LONGEST_WAIT_MINUTES } from '../domain/estimate.ts';
import { CALL_LASTS_MS } from '../domain/metering.ts';
import { waitWords } from '../words/wait.ts';
import type { PlaceView } from './waiting-room.ts';

/** What the page says about a place. */
export interface PlaceWords {
  readonly heading: string;
  /** A large number, and what it counts. */
  readonly figure: { readonly value: string; readonly label: string } | null;
  readonly lead: string | null;
  readonly notes: readonly string[];
  /** For screen readers: the complete state in sentences. */
  readonly announcement: string;
  /** Changes when the announcement should be read out again, which is less often than its figures change. */
  readonly milestone: string;
  readonly action: { readonly kind: 'enter' | 'shop' | 'again'; readonly label: string } | null;
}

interface Facts {
  readonly view: PlaceView;
  /** The minutes from entering to the first item. */
  readonly minutesInside: number;
  /** Whether nothing behind the room is in stock. */
  readonly isSoldOut: boolean;
}

/** Remaining minutes are announced when they come down to one of these. */
const ANNOUNCED_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, LONGEST_WAIT_MINUTES];

const numberFormats = formatCache<Intl.NumberFormat>();
const inDigits = (value: number, locale: string): string =>
  numberFormats(locale, () => new Intl.NumberFormat(locale)).format(value);

export function placeWords(facts: Facts, language: Language, settings: DateSettings, now: Date): PlaceWords {
  const words = wordsOf(facts, language, settings, now);
  if (!facts.isSoldOut) return words;
  const soldOut = language.text('Everything is sold out at the moment. Items come back on sale when carts expire.');
  return {
    ...words,
    notes: [soldOut, ...words.notes],
    announcement: `${words.announcement} ${soldOut}`,
    milestone: `${words.milestone} sold-out`,
  };
}

function wordsOf({ view, minutesInside }: Facts, language: Language, settings: DateSettings, now: Date): PlaceWords {
  const { text, countText } = language;
  const { state } = view;
  switch (state.kind) {
    case 'hall': {
      const heading = text('The sale has not started yet');
      const time = formatTime(state.opensAt, settings);
      const day = formatDay(state.opensAt, settings);
      return {
        heading,
        figure: { value: time, label: day },
        lead: untilOpening(state.opensAt, language, now),
        notes: [
          text(
            'At that moment everybody who is here gets a random position in the line. Coming earlier is no advantage.',
          ),
        ],
        announcement: `${heading}. ${day}, ${time}.`,
        milestone: state.kind,
        action: null,
      };
    }
    case 'waiting':
      return waitingWords(view, state, language, settings.locale);
    case 'called': {
      const heading = text('It is your turn');
      const minutes = Math.max(1, Math.ceil((state.until.getTime() - now.getTime()) / 60_000));
      const lead = countText(minutes, {
        one: 'Please enter within {count} minute.',
        other: 'Please enter within {count} minutes.',
      });
      return {
        heading,
        figure: null,
        lead,
        notes: [
          countText(minutesInside, {
            one: 'Then you have {count} minute to put the first item in your cart.',
            other: 'Then you have {count} minutes to put the first item in your cart.',
          }),
        ],
        announcement: `${heading}. ${lead}`,
        milestone: `${state.kind} ${announcedMinutes(minutes)}`,
        action: { kind: 'enter', label: text('Enter the shop') },
      };
    }
    case 'inside': {
      const heading = text('You are in');
      const minutes = Math.max(1, Math.ceil((state.until.getTime() - now.getTime()) / 60_000));
      return {
        heading,
        figure: null,
        lead: state.hasCart
          ? text('You have a cart. Carry on where you were.')
          : countText(minutes, {
              one: 'Put the first item in your cart within {count} minute.',
              other: 'Put the first item in your cart within {count} minutes.',
            }),
        notes: [],
        announcement: `${heading}.`,
        milestone: state.kind,
        action: { kind: 'shop', label: text('Go to the shop') },
      };
    }
    case 'passed': {
      const heading = text('Your turn has passed');
      const minutes = CALL_LASTS_MS / 60_000;
      return {
        heading,
        figure: null,
        lead: text('You were called and did not enter within {minutes} minutes.', { minutes }),
        notes: [],
        announcement: `${heading}.`,
        milestone: state.kind,
        action: { kind: 'again', label: text('Take a new place') },
      };
    }
    case 'ended': {
      const heading = text('Your time in the shop has ended');
      return {
        heading,
        figure: null,
        lead: text('Your place was for one cart. Take a new place if you want to buy again.'),
        notes: [],
        announcement: `${heading}.`,
        milestone: state.kind,
        action: { kind: 'again', label: text('Take a new place') },
      };
    }
  }
}

function waitingWords(
  { wait }: PlaceView,
  { ahead, isPaused }: Extract<PlaceView['state'], { kind: 'waiting' }>,
  language: Language,
  locale: string,
): PlaceWords {
  const { text } = language;
  const heading = ahead === 0 ? text('You are next') : text('You are in line');
  const lead = isPaused
    ? text('Nobody is being let in at the moment. You keep your place.')
    : wait === null
      ? text('We cannot estimate the wait at the moment.')
      : waitWords(wait.minutes, language);
  const figure = ahead === 0 ? null : { value: inDigits(ahead, locale), label: aheadWords(ahead, language) };
  const notes = wait?.isSlower ? [text('The line is moving more slowly than before.')] : [];
  const waitStep = isPaused ? 'paused' : wait === null ? 'unknown' : announcedMinutes(wait.minutes);
  return {
    heading,
    figure,
    lead,
    notes,
    announcement: [`${heading}.`, ...(figure ? [`${figure.value} ${figure.label}.`] : []), lead, ...notes].join(' '),
    milestone: ['waiting', waitStep, announcedAhead(ahead), ...(wait?.isSlower ? ['slower'] : [])].join(' '),
    action: null,
  };
}

const aheadWords = (ahead: number, { text }: Language): string =>
  ahead === 1 ? text('person is ahead of you') : text('people are ahead of you');

const announcedMinutes = (minutes: number): number =>
  ANNOUNCED_MINUTES.find((step) => minutes <= step) ?? ANNOUNCED_MINUTES.at(-1)!;

/** Positions are announced when they come down to 0, 1, 2, 5, 10, 20, 50, and so on. */
function announcedAhead(ahead: number): number {
  if (ahead === 0) return 0;
  const power = 10 ** Math.floor(Math.log10(ahead));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => ahead <= step)!;
}

/** Null if the opening is more than two hours away, where its day and time are enough. */
function untilOpening(opensAt: Date, { text, countText }: Language, now: Date): string | null {
  const minutes = Math.ceil((opensAt.getTime() - now.getTime()) / 60_000);
  if (minutes > 120) return null;
  if (minutes <= 1) return text('In less than a minute.');
  return countText(minutes, { one: 'In about {count} minute.', other: 'In about {count} minutes.' });
}
