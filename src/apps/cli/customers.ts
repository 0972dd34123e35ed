import { recipientHash } from '#apps/server/recipient-hash.ts';
import {
  type ErasedPerson,
  type ErasePersonRefusal,
  erasePerson,
  exportPerson,
} from '#features/retention/server/public.ts';
import { isEmailAddress } from '#kernel/email.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { jsonText } from './json.ts';
import { writePrivateFile } from './private-file.ts';
import { plain } from './table.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const MAX_NAMED = 20;

const exportCommand: Command = {
  name: 'customers export',
  takes: '<email> [--out FILE]',
  does: 'Export everything the shop holds about a person as JSON: account, orders, invoices, refunds, tickets in anyone’s orders, emails.',
  options: [['--out FILE', 'Write to this file, readable only by your account.'], actorHelp],
  more: 'For a customer who asks what you know about them. It includes bank details that have not been erased yet. Check who is asking before you send it.',
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, out: { type: 'string' } },
      takes: ['The email address'],
    });
    const email = emailOf(positionals[0]!);
    return await withOperator(values.as, async ({ db, parts, actor, now }) => {
      const person = await exportPerson({ db, bankSealer: parts.bankSealer }, { email, actor }, now);
      if (!person) return printRefusal(unknown(email));
      if (values.out === undefined) {
        print(jsonText(person));
        return 0;
      }
      await writePrivateFile(values.out, `${jsonText(person)}\n`);
      print(`Everything about ${plain(email)} is in ${values.out}.`);
      return 0;
    });
  },
};

const eraseCommand: Command = {
  name: 'customers erase',
  takes: '<email> --yes [--valid-tickets]',
  does: 'Erase a person: account, logins, tickets in anyone’s orders, emails, bank details. This cannot be undone.',
  options: [
    ['--yes', 'Confirms that you want to erase this person.'],
    ['--valid-tickets', 'Erase even if some of their tickets can still be used; those will have no name.'],
    actorHelp,
  ],
  more: 'First resolve any orders that await payment, a decision or a refund. Paid orders and their invoices keep the customer’s details for invoice_years.',
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, yes: { type: 'boolean' }, 'valid-tickets': { type: 'boolean' } },
      takes: ['The email address'],
    });
    const email = emailOf(positionals[0]!);
    if (!values.yes) throw new UsageProblem('Erasing cannot be undone. Add --yes to confirm.');
    return await withOperator(values.as, async ({ db, config, actor, now }) => {
      const request = { email, alsoValidTickets: values['valid-tickets'] === true, actor };
      const erased = await erasePerson({ db, hashOfRecipient: recipientHash(config) }, request, now);
      if (!erased.ok) return printRefusal(refusalText(email, erased.error));
      print(erasedText(email, erased.value));
      return 0;
    });
  },
};

function refusalText(email: string, refusal: ErasePersonRefusal): string {
  switch (refusal.kind) {
    case 'unknown_person':
      return unknown(email);
    case 'orders_under_way':
      return `${plain(email)} has orders that await payment, a decision or a refund: ${listed(refusal.codes)}. Resolve them first.`;
    case 'upcoming_tickets': {
      const tickets = refusal.tickets.map(({ code, item, order }) => `${code} (${plain(item)}, order ${order})`);
      return `${plain(email)} has tickets that can still be used: ${listed(tickets)}. Add --valid-tickets to erase them anyway.`;
    }
  }
}

function erasedText(email: string, { customerId, tickets, mails, kept, notesToRead }: ErasedPerson): string {
  const account = customerId === null ? 'There was no account.' : `The account, customer ${customerId}, is closed.`;
  const lines = [`${plain(email)} has been erased. ${account} Tickets: ${tickets}. Emails: ${mails}.`];
  if (kept.length > 0)
    lines.push(`These orders and their invoices keep the customer’s details for invoice_years: ${listed(kept)}.`);
  if (notesToRead.length > 0)
    lines.push(
      `Staff wrote notes on these orders of other customers. None contains the person’s name, but please read them: ${listed(notesToRead)}.`,
    );
  return lines.join('\n');
}

const listed = (names: readonly string[]): string =>
  names.length <= MAX_NAMED
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;

function emailOf(text: string): string {
  const email = text.trim();
  if (!isEmailAddress(email)) throw new UsageProblem(`"${text}" is not an email address.`);
  return email;
}

const unknown = (email: string): string => `The shop holds nothing about ${plain(email)}.`;

export const customerCommands: readonly Command[] = [exportCommand, eraseCommand];
