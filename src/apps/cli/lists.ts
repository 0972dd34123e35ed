import { writeAudit } from '#features/staff/server/public.ts';
import { mayBeAdmitted } from '#features/tickets/domain/may-be-admitted.ts';
import { printedCode } from '#features/tickets/domain/printed-code.ts';
import { printedMoment } from '#features/tickets/domain/printed-times.ts';
import {
  departuresOfItem,
  eventsByCode,
  type ListedTicket,
  type TravelItem,
  ticketsOfDeparture,
  ticketsOfEvent,
  travelItem,
} from '#features/tickets/server/public.ts';
import { csvText } from '#kernel/csv.ts';
import { type Command, print, UsageProblem } from './command.ts';
import { writePrivateFile } from './private-file.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const outHelp = ['--out FILE', 'Where to write it. Default: the terminal (run npm with --silent).'] as const;
const listOptions = { ...actorOption, out: { type: 'string' } } as const;

const manifestCommand: Command = {
  name: 'manifest',
  takes: '<item> [<departure>] [--out FILE]',
  does: 'List a departure’s passengers as CSV: everyone with an active ticket, under their current travel time.',
  options: [outHelp, actorHelp],
  more: 'Use the item and departure codes from the shop folder (coach-amsterdam thursday-noon). An item with one fixed time needs no departure.',
  async run(words) {
    const { values, positionals } = readWords(words, { options: listOptions, takes: ['The item'], mayFollow: 1 });
    return await withOperator(values.as, async (operator) => {
      const { db, shop } = operator;
      const item = await travelItem(db, positionals[0]!);
      if (!item) throw new UsageProblem(`There is no item "${positionals[0]}".`);
      if (item.travelTimeType === null) throw new UsageProblem(`"${item.name}" has no travel time; use door-list.`);
      const departure = await departureOf(operator, item, positionals[1]);
      const tickets = await ticketsOfDeparture(db, item.id, departure.id);
      const when = departure.at ? printedMoment(departure.at, item.timezone, shop.public.locale) : '';
      const rows = byName(tickets, operator).map((ticket) => [
        ticket.fullName,
        ticket.email,
        item.name,
        when,
        printedCode(ticket.code),
        ticket.orderCode,
        stateOf(ticket),
      ]);
      const head = ['Full name', 'Email', 'Item', 'Travel time', 'Ticket', 'Order', 'State'];
      const subject = [positionals[0], positionals[1]].filter(Boolean).join(' ');
      return await outputList(operator, { kind: 'manifest', subject, rows: [head, ...rows], out: values.out });
    });
  },
};

async function departureOf(
  { db, shop }: OperatorShop,
  item: TravelItem,
  code: string | undefined,
): Promise<{ id: number | null; at: Date | null }> {
  if (item.travelTimeType === 'fixed') {
    if (code !== undefined) throw new UsageProblem(`"${item.name}" has one fixed time; leave out the departure.`);
    return { id: null, at: item.travelTime };
  }
  const departures = await departuresOfItem(db, item.id);
  const found = departures.find((departure) => departure.code === code);
  if (found) return { id: found.id, at: found.departsAt };
  const known = departures.map(
    (one) => `  ${one.code}  ${printedMoment(one.departsAt, item.timezone, shop.public.locale)}`,
  );
  const problem = code === undefined ? 'The departure is missing.' : `There is no departure "${code}".`;
  throw new UsageProblem([problem, `Departures of ${item.name}:`, ...known].join('\n'));
}

const doorCommand: Command = {
  name: 'door-list',
  takes: '<event> [--out FILE]',
  does: 'List an event’s guests as CSV: everyone with an active ticket, excluding coaches.',
  options: [outHelp, actorHelp],
  more: 'Use the event code from events.yaml in the shop folder.',
  async run(words) {
    const { values, positionals } = readWords(words, { options: listOptions, takes: ['The event'] });
    return await withOperator(values.as, async (operator) => {
      const { db, shop } = operator;
      const events = await eventsByCode(db);
      const event = events.find(({ code }) => code === positionals[0]);
      if (!event) {
        const known = events.map(({ code, name }) => `  ${code}  ${name}`);
        throw new UsageProblem([`There is no event "${positionals[0]}". Events:`, ...known].join('\n'));
      }
      const tickets = await ticketsOfEvent(db, event.id);
      const rows = byName(tickets, operator).map((ticket) => [
        ticket.fullName,
        ticket.age === null ? '' : (shop.public.ageRanges[ticket.age] ?? ticket.age),
        ticket.email,
        ticket.frozen.name,
        printedCode(ticket.code),
        ticket.orderCode,
        stateOf(ticket),
      ]);
      const head = ['Full name', 'Age', 'Email', 'Item', 'Ticket', 'Order', 'State'];
      return await outputList(operator, {
        kind: 'door-list',
        subject: event.code,
        rows: [head, ...rows],
        out: values.out,
      });
    });
  },
};

/** Sorts people in the order in which staff at the door look them up. */
function byName(tickets: readonly ListedTicket[], { shop }: OperatorShop): ListedTicket[] {
  const compare = new Intl.Collator(shop.public.locale).compare;
  return [...tickets].sort((one, other) => compare(one.fullName, other.fullName) || one.code.localeCompare(other.code));
}

/** Returns `valid` if the holder may be admitted, otherwise what is still open. */
function stateOf(ticket: ListedTicket): string {
  if (mayBeAdmitted(ticket, ticket)) return 'valid';
  if (ticket.paymentStatus === 'problem') return 'payment problem';
  if (ticket.isPending || ticket.paymentStatus !== 'paid') return 'pending payment';
  return 'terms not accepted';
}

interface NamedList {
  kind: 'manifest' | 'door-list';
  subject: string;
  rows: string[][];
  out: string | undefined;
}

/** Outputs a list and records in the audit log who took it, because it is full of personal data. */
async function outputList({ db, actor, now }: OperatorShop, { kind, subject, rows, out }: NamedList): Promise<number> {
  const people = rows.length - 1;
  await db.transaction(async (tx) => {
    await writeAudit(tx, { actor, action: `list.${kind}`, subject, details: { people } }, now);
    // A list that could not be written must not be recorded as taken.
    if (out !== undefined) await writePrivateFile(out, csvText(rows));
  });
  if (out === undefined) {
    process.stdout.write(csvText(rows));
    return 0;
  }
  print(`${people} ${people === 1 ? 'person' : 'people'} written to ${out}.`);
  return 0;
}

export const listCommands: readonly Command[] = [manifestCommand, doorCommand];
