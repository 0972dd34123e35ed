import type { Ref } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { formatTravelTime } from '#kernel/dates.ts';
import { SEPARATOR } from '#kernel/separator.ts';
import { useLanguage } from '#ui/language.ts';
import { RadioCardGroups } from '#ui/radio-card-groups.tsx';
import { type Departing, departureDays, timeOfDay } from '../../domain/departure-days.ts';
import { type Departure, seatNote } from '../../domain/travel-time-choice.ts';
import { seatNoteWords, seatsSentence } from '../../words/travel-time.ts';

export interface DepartureCardsProps {
  id: string;
  name: string;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  error: string | undefined;
  times: readonly (Departure & Departing)[];
  /** The departure that the ticket has; null for a new ticket. */
  ownId: string | null;
  mayChoose: (time: Departure) => boolean;
  timezone: string;
  /** The chosen radio, or else the first enabled one. */
  ref?: Ref<HTMLInputElement>;
}

/** With at least this many departures, all days but one are collapsed. */
const FOLDED_FROM = 13;

/** A radio card with time and seats for each departure, grouped by day. */
export function DepartureCards({ times, ownId, mayChoose, timezone, value, ...group }: DepartureCardsProps) {
  const { translate, text } = useLanguage();
  const { config } = useBundle();
  const when = (time: Departing) => formatTravelTime(time.travel_time, timezone, config);
  const soldOut = times.filter((time) => seatNote(time, ownId)?.kind === 'sold_out');
  const firstChoosableId = times.find(mayChoose)?.id;
  return (
    <RadioCardGroups
      {...group}
      value={value}
      legend={text('Travel time')}
      hint={
        <>
          {value === '' && text('Select time')}
          {/* Assistive technology may skip disabled radios. */}
          {soldOut.length > 0 && (
            <span className="visually-hidden">
              {' '}
              {text('Sold out: {times}', { times: soldOut.map(when).join(SEPARATOR) })}
            </span>
          )}
        </>
      }
      folds={times.length >= FOLDED_FROM}
      groups={departureDays(times, timezone, config).map(({ day, times: ofDay }) => ({
        heading: day,
        isOpen: ofDay.some((time) => time.id === (value || firstChoosableId)),
        options: ofDay.map((time) => {
          const note = seatNote(time, ownId);
          return {
            value: time.id,
            name: note === null ? when(time) : `${when(time)} (${translate(seatNoteWords(note))})`,
            label: timeOfDay(time, timezone, config),
            note: translate(seatsSentence(note)),
            isStruck: note?.kind === 'sold_out',
            disabled: !mayChoose(time),
          };
        }),
      }))}
    />
  );
}
