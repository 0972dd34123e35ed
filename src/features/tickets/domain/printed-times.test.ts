import { expect, test } from 'vitest';
import { normalizeTicketCode, printedCode } from './printed-code.ts';
import { printedEventDays, printedMeetingTime, printedMoment } from './printed-times.ts';
import { ticketPath } from './ticket-path.ts';

const zone = 'Europe/Amsterdam';

test('a moment is printed in the zone of the ticket', () => {
  expect(printedMoment(new Date('2027-07-22T07:30:00Z'), zone, 'en-GB')).toBe('Thursday 22 July 2027, 09:30');
  expect(printedMoment(new Date('2027-07-21T22:05:00Z'), zone, 'en-GB')).toBe('Thursday 22 July 2027, 00:05');
});

test('the meeting time is half an hour before travel, with the date if that is the day before', () => {
  expect(printedMeetingTime(new Date('2027-07-22T07:30:00Z'), zone, 'en-GB')).toBe('09:00');
  expect(printedMeetingTime(new Date('2027-07-21T22:10:00Z'), zone, 'en-GB')).toBe('Wednesday 21 July 2027, 23:40');
});

test('an event that ends at midnight ends on the day before', () => {
  const days = printedEventDays(new Date('2027-07-22T10:00:00Z'), new Date('2027-07-25T22:00:00Z'), zone, 'en-GB');
  expect(days).toContain('25 July 2027');
  const one = printedEventDays(new Date('2027-07-24T09:00:00Z'), new Date('2027-07-24T22:00:00Z'), zone, 'en-GB');
  expect(one).toBe('Saturday 24 July 2027');
});

test('a code is printed in groups and read back however it is typed', () => {
  expect(printedCode('7KQ2MX4PHT9WC3VBN')).toBe('7KQ2 MX4P HT9W C3VBN');
  expect(normalizeTicketCode(' 7kq2m-x4ph t9wc 3vbn ')).toBe('7KQ2MX4PHT9WC3VBN');
});

test('the path of a document escapes every character of an address', () => {
  expect(ticketPath('a/b?c#d+e@example.org', 'X')).toBe('/download-ticket/a%2Fb%3Fc%23d%2Be%40example.org/X');
});
