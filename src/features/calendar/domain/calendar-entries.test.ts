import { expect, test } from 'vitest';
import { type CalendarTicket, calendarEntries } from './calendar-entries.ts';

const event = {
  id: '1',
  name: 'Sandlark',
  starts_at: '2027-07-22T10:00:00.000Z',
  ends_at: '2027-07-25T21:59:00.000Z',
  timezone: 'Europe/Amsterdam',
  venue: 'Larkduin Beach Park',
  address: 'Zandpad 1',
};
const pass: CalendarTicket = {
  position: 1,
  name: 'Pass',
  eventId: '1',
  isJourney: false,
  part: null,
  travelsAt: null,
  meetingPoint: null,
  timezone: 'Europe/Amsterdam',
};
const coach = (position: number, travelsAt: string): CalendarTicket => ({
  ...pass,
  position,
  name: 'Coach',
  isJourney: true,
  travelsAt: new Date(travelsAt),
});
const entriesOf = (tickets: CalendarTicket[]) => calendarEntries({ code: 'SLK-1', tickets }, [event], 'shop.example');

test('an event is listed once, in chronological order with departures', () => {
  const entries = entriesOf([pass, { ...pass, position: 2 }, coach(3, '2027-07-22T06:00:00Z')]);
  expect(entries.map(({ uid, title, place }) => [uid, title, place])).toEqual([
    ['departure-SLK-1-3@shop.example', 'Coach', ''],
    ['event-1@shop.example', 'Sandlark', 'Larkduin Beach Park, Zandpad 1'],
  ]);
});

test('each departure is listed once with its number of travellers', () => {
  const entries = entriesOf([
    coach(1, '2027-07-22T06:00:00Z'),
    coach(2, '2027-07-22T08:00:00Z'),
    coach(3, '2027-07-22T06:00:00Z'),
  ]).filter(({ title }) => title === 'Coach');
  expect(entries.map(({ uid, notes }) => [uid, notes])).toEqual([
    ['departure-SLK-1-1@shop.example', { kind: 'departure', code: 'SLK-1', tickets: 2, isJourney: true }],
    ['departure-SLK-1-2@shop.example', { kind: 'departure', code: 'SLK-1', tickets: 1, isJourney: true }],
  ]);
});

test('a departure takes place at its meeting point', () => {
  const [entry] = entriesOf([{ ...coach(1, '2027-07-22T06:00:00Z'), meetingPoint: 'Sloterdijk, bay 4' }]);
  expect(entry!.place).toBe('Sloterdijk, bay 4');
});

test('an entry keeps its id after a change of the travel time', () => {
  const [before] = entriesOf([coach(1, '2027-07-22T06:00:00Z')]);
  const [after] = entriesOf([coach(1, '2027-07-22T08:00:00Z')]);
  expect(after!.uid).toBe(before!.uid);
});

test('tickets without an event or a journey have no entries', () => {
  expect(entriesOf([{ ...pass, eventId: null }])).toEqual([]);
});

const dayTicket = (position: number, day: number): CalendarTicket => ({
  ...pass,
  position,
  name: `Day ${day}`,
  part: { startsAt: new Date(`2027-07-${day}T09:00:00Z`), endsAt: new Date(`2027-07-${day}T22:00:00Z`) },
});

test('for day tickets each day is listed once at the event’s venue, and the whole event is not', () => {
  const entries = entriesOf([dayTicket(1, 25), dayTicket(2, 24), dayTicket(3, 24), coach(4, '2027-07-24T06:00:00Z')]);
  expect(entries.map(({ uid, title, place, startsAt }) => [uid, title, place, startsAt.toISOString()])).toEqual([
    ['departure-SLK-1-4@shop.example', 'Coach', '', '2027-07-24T06:00:00.000Z'],
    ['part-SLK-1-2@shop.example', 'Sandlark, Day 24', 'Larkduin Beach Park, Zandpad 1', '2027-07-24T09:00:00.000Z'],
    ['part-SLK-1-1@shop.example', 'Sandlark, Day 25', 'Larkduin Beach Park, Zandpad 1', '2027-07-25T09:00:00.000Z'],
  ]);
});

test('for a day ticket with a pass, or only a coach seat, the whole event is listed', () => {
  expect(entriesOf([dayTicket(1, 24), { ...pass, position: 2 }]).map(({ uid }) => uid)).toEqual([
    'event-1@shop.example',
  ]);
  expect(entriesOf([coach(1, '2027-07-24T06:00:00Z')]).map(({ title }) => title)).toEqual(['Sandlark', 'Coach']);
});
