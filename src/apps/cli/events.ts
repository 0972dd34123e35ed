import {
  allCancellations,
  cancelEvent,
  ordersOfCancellation,
  pauseOrResume,
  previewCancellation,
  type Scope,
} from '#features/cancellations/server/public.ts';
import { departuresOfItem, eventsByCode, travelItem } from '#features/tickets/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { plain, tableText } from './table.ts';
import { momentText, moneyText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, requiredReason, wholeNumber } from './words.ts';

const cancelCommand: Command = {
  name: 'events cancel',
  takes: '<event> | <item> [<departure>] --reason TEXT',
  does: 'Cancel an event or a departure: take it off sale, refund every paid ticket with its fees, and cancel unpaid orders.',
  options: [
    ['--reason TEXT', 'The reason, shown to the customers in their emails.'],
    [
      '--dry-run',
      'Show how many orders and tickets there are and how much would be refunded, without changing anything.',
    ],
    actorHelp,
  ],
  more: `The codes are those of the shop folder. The running shop does the work, order by order: "events list" shows how far it is,
"events stop" and "events resume" pause and resume the refunds. Other items of the orders, such as merchandise, are kept. A
cancellation cannot be undone: tickets become invalid, and what is cancelled stays off sale after later imports.`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, reason: { type: 'string' }, 'dry-run': { type: 'boolean' } },
      takes: ['The event or item'],
      mayFollow: 1,
    });
    const isDry = values['dry-run'] ?? false;
    const reason = isDry ? '' : requiredReason(values.reason);
    return await withOperator(values.as, async (operator) => {
      const { db, actor, now } = operator;
      const scope = await scopeOf(operator, positionals[0]!, positionals[1]);
      if (isDry) return await preview(operator, scope);
      const done = await cancelEvent({ db }, { scope, reason, actor, subject: positionals.join(' ') }, now);
      if (!done.ok) return printRefusal('It has already been cancelled: see events list.');
      const { id, waiting } = done.value;
      print(`It is off sale. ${waiting === 1 ? '1 order' : `${waiting} orders`} will be refunded or cancelled.`);
      print(`Progress: npm run shop -- events list ${id}`);
      return 0;
    });
  },
};

async function scopeOf({ db }: OperatorShop, code: string, departure: string | undefined): Promise<Scope> {
  const event = (await eventsByCode(db)).find((one) => one.code === code);
  if (event && departure === undefined) return { eventId: event.id, itemId: null, departureId: null };
  const item = await travelItem(db, code);
  if (!item) throw new UsageProblem(`There is no event or item "${code}".`);
  if (departure === undefined) return { eventId: null, itemId: item.id, departureId: null };
  const found = (await departuresOfItem(db, item.id)).find((one) => one.code === departure);
  if (!found) throw new UsageProblem(`"${item.name}" has no departure "${departure}".`);
  return { eventId: null, itemId: item.id, departureId: found.id };
}

async function preview({ db, shop, now }: OperatorShop, scope: Scope): Promise<number> {
  const { orders, tickets, unpaid, money, kept, needYou } = await previewCancellation(db, scope, now);
  const total = money.credit_card + money.bank_transfer + money.voucher;
  print(
    tableText(
      [
        ['Orders', String(orders)],
        ['Valid tickets', String(tickets)],
        ['Unpaid orders to cancel', String(unpaid)],
        ['Refunded', moneyText(total, shop)],
        ['  of it paid by card', moneyText(money.credit_card, shop)],
        ['  of it paid by bank transfer', moneyText(money.bank_transfer, shop)],
        ['Other items, which are kept', String(kept)],
        ['Orders that need you', needYou.length === 0 ? '0' : `${needYou.length}: ${needYou.slice(0, 20).join(', ')}`],
      ],
      [],
    ),
  );
  print('Nothing was changed.');
  return 0;
}

const listCommand: Command = {
  name: 'events list',
  takes: '[<cancellation>]',
  does: 'List cancelled events and departures with their progress, or the result for each order.',
  async run(words) {
    const { positionals } = readWords(words, { takes: [], mayFollow: 1 });
    return await withOperator(undefined, async ({ db, shop }) => {
      if (positionals[0] !== undefined) {
        const orders = await ordersOfCancellation(db, cancellationNumber(positionals[0]));
        if (orders.length === 0) print('It has no orders.');
        else
          print(tableText(orders.map(({ code, status, words: why }) => [code, status.replace('_', ' '), plain(why)])));
        return 0;
      }
      const all = await allCancellations(db);
      if (all.length === 0) print('Nothing has been cancelled.');
      else {
        const rows = all.map((one) => [
          String(one.id),
          plain(one.name),
          momentText(one.startedAt, shop),
          one.pausedAt ? 'paused' : one.waiting > 0 ? 'in progress' : 'done',
          ...[one.done, one.waiting, one.needYou].map(String),
        ]);
        print(tableText([['No.', 'Cancelled', 'Started', '', 'Done', 'Waiting', 'Need you'], ...rows], [4, 5, 6]));
      }
      return 0;
    });
  },
};

const stepCommand = (step: 'stop' | 'resume', does: string): Command => ({
  name: `events ${step}`,
  takes: '<cancellation>',
  does,
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The cancellation’s number'] });
    const id = cancellationNumber(positionals[0]!);
    return await withOperator(values.as, async ({ db, actor, now }) => {
      const done = await pauseOrResume({ db }, { id, isPaused: step === 'stop', actor }, now);
      if (!done.ok) return printRefusal('There is no such cancellation; see events list.');
      print(`${done.value.waiting} orders are waiting${step === 'stop' ? ' until "events resume"' : ''}.`);
      return 0;
    });
  },
});

const cancellationNumber = (text: string): number => wholeNumber(text, 'The cancellation’s number')!;

export const eventCommands: readonly Command[] = [
  cancelCommand,
  listCommand,
  stepCommand('stop', 'Pause the refunds of a cancelled event. It stays off sale.'),
  stepCommand('resume', 'Resume the refunds, and retry those that needed you.'),
];
