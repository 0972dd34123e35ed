import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { attachedText, MAX_TICKETS_PER_MAIL, ticketsByMail } from './tickets-of-a-mail.ts';

const tickets = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test.each([
  [0, []],
  [1, ['1 to 1 of 1']],
  [20, ['1 to 20 of 20']],
  [21, ['1 to 11 of 21', '12 to 21 of 21']],
  [41, ['1 to 14 of 41', '15 to 28 of 41', '29 to 41 of 41']],
  [57, ['1 to 19 of 57', '20 to 38 of 57', '39 to 57 of 57']],
])('%i tickets are spread evenly over mails, and each mail states which ones it contains', (count, wanted) => {
  const mails = ticketsByMail(tickets(count));
  expect(mails.map(({ from, to, total }) => `${from} to ${to} of ${total}`)).toEqual(wanted);
  expect(mails.flatMap((mail) => mail.tickets)).toEqual(tickets(count));
  for (const mail of mails) expect(mail.tickets[0]).toBe(mail.from);
});

test('the first mail states whether others follow', () => {
  const language = ENGLISH;
  expect(attachedText(language, 1)).toBe('Your ticket is attached to this email.');
  expect(attachedText(language, MAX_TICKETS_PER_MAIL)).toBe('Your tickets are attached to this email.');
  expect(attachedText(language, 57)).toBe(
    'Tickets 1 to 19 of 57 are attached to this email. We will send the others in separate emails.',
  );
});
