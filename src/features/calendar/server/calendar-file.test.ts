import { expect, test } from 'vitest';
import { calendarFile, type WordedEntry } from './calendar-file.ts';

const now = new Date('2026-11-20T10:00:00Z');
const shop = { name: 'Dunes; sea, sand' };
const event: WordedEntry = {
  uid: 'event-1@shop.example',
  title: 'Sandlark',
  place: 'Larkduin, Zandpad 1',
  notes: 'Order SLK-1',
  startsAt: new Date('2027-07-22T10:00:00Z'),
  endsAt: new Date('2027-07-25T21:59:00Z'),
  timezone: 'Europe/Amsterdam',
};

test('an event in Amsterdam has its wall time, with the change to summer time', () => {
  expect(calendarFile([event], shop, now).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Foyer//Foyer//EN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Dunes\\; sea\\, sand',
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Amsterdam',
    'BEGIN:DAYLIGHT',
    'DTSTART:20270328T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:event-1@shop.example',
    'DTSTAMP:20261120T100000Z',
    'DTSTART;TZID=Europe/Amsterdam:20270722T120000',
    'DTEND;TZID=Europe/Amsterdam:20270725T235900',
    'SUMMARY:Sandlark',
    'LOCATION:Larkduin\\, Zandpad 1',
    'DESCRIPTION:Order SLK-1',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('both offsets are listed for a night in which the clocks go back', () => {
  const night = {
    ...event,
    startsAt: new Date('2027-10-30T20:00:00Z'),
    endsAt: new Date('2027-10-31T04:00:00Z'),
  };
  const file = calendarFile([night], shop, now);
  expect(file).toContain('BEGIN:STANDARD\r\nDTSTART:20271031T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\n');
  expect(file).toContain(
    'DTSTART;TZID=Europe/Amsterdam:20271030T220000\r\nDTEND;TZID=Europe/Amsterdam:20271031T050000',
  );
});

test('a departure in another time zone has that zone’s wall time and no end', () => {
  const departure = { ...event, uid: 'departure', endsAt: null, timezone: 'Asia/Kolkata' };
  const file = calendarFile([event, departure], shop, now);
  expect(file).toContain('DTSTART;TZID=Asia/Kolkata:20270722T153000\r\nSUMMARY');
  expect(file.match(/BEGIN:VTIMEZONE/g)).toHaveLength(2);
  expect(file).toContain('TZOFFSETTO:+0530');
});

test('a place in UTC has times in UTC and no VTIMEZONE', () => {
  const file = calendarFile([{ ...event, timezone: 'UTC' }], shop, now);
  expect(file).not.toContain('VTIMEZONE');
  expect(file).toContain('DTSTART:20270722T100000Z');
});

test('the last listed offset of any zone is that at the start', () => {
  for (const timezone of Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')) {
    for (const month of [0, 3, 6, 9]) {
      const startsAt = new Date(Date.UTC(2027, month, 15, 12));
      const file = calendarFile([{ ...event, startsAt, endsAt: null, timezone }], shop, now);
      const offsets = [...file.matchAll(/^TZOFFSETTO:([+-]\d{4}(?:\d\d)?)\r$/gm)].map(([, offset]) => offset);
      expect([timezone, offsets.at(-1)]).toEqual([timezone, offsetOf(startsAt, timezone)]);
    }
  }
});

/** Returns the zone's offset in the form of a calendar file, such as `+0530`. */
function offsetOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const name = parts.find(({ type }) => type === 'timeZoneName')!.value;
  return name.replace(/GMT|:/g, '') || '+0000';
}
