import { eventsByCode } from '#features/tickets/server/public.ts';
import { DEFAULT_LIMITS, LIMIT_RANGES, type Room, type RoomLimits } from '#features/waiting-room/domain/room.ts';
import {
  changeRoom,
  closeRoom,
  type ListedRoom,
  listRooms,
  openRoomNow,
  pauseRoom,
  type RunRefusal,
  startRoom,
} from '#features/waiting-room/server/public.ts';
import type { Result } from '#kernel/result.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { jsonText } from './json.ts';
import { plain, tableText } from './table.ts';
import { momentOf, momentText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords, wholeNumber } from './words.ts';

const limitOptions = {
  'per-minute': { type: 'string' },
  'max-inside': { type: 'string' },
  minutes: { type: 'string' },
} as const;

const limitHelp = (values: 'defaults' | 'none') => {
  const defaultText = (value: number) => (values === 'defaults' ? ` Default: ${value}.` : '');
  return [
    ['--per-minute N', `Call at most N people a minute.${defaultText(DEFAULT_LIMITS.maxPerMinute)}`],
    ['--max-inside N', `Call nobody while N people are buying.${defaultText(DEFAULT_LIMITS.maxInside)}`],
    ['--minutes N', `Minutes from entering to the first item in the cart.${defaultText(DEFAULT_LIMITS.minutesInside)}`],
  ] as const;
};

const optionNames: Readonly<Record<keyof RoomLimits, string>> = {
  maxPerMinute: '--per-minute',
  maxInside: '--max-inside',
  minutesInside: '--minutes',
};

function limitsOf(values: { [Name in keyof typeof limitOptions]?: string | undefined }): Partial<RoomLimits> {
  const read = (text: string | undefined, limit: keyof RoomLimits) => {
    const [min, max] = LIMIT_RANGES[limit];
    const number = wholeNumber(text, optionNames[limit], { min, max });
    return number === undefined ? {} : { [limit]: number };
  };
  return {
    ...read(values['per-minute'], 'maxPerMinute'),
    ...read(values['max-inside'], 'maxInside'),
    ...read(values.minutes, 'minutesInside'),
  };
}

const listCommand: Command = {
  name: 'waiting-room list',
  takes: '[--json]',
  does: 'List the waiting rooms, with how many people are waiting, were called in the last minute, and are buying now.',
  options: [['--json', 'As JSON.']],
  async run(words) {
    const { values } = readWords(words, { options: { json: { type: 'boolean' } }, takes: [] });
    return await withOperator(undefined, async ({ db, shop, now }) => {
      const rooms = await listRooms(db, now);
      if (values.json) {
        print(jsonText(rooms.map(jsonOf)));
        return 0;
      }
      if (rooms.length === 0) {
        print('There is no waiting room.');
        return 0;
      }
      const head = ['No.', 'In front of', '', 'Waiting', 'Called/min', 'Entered/min', 'Buying', 'Pace', 'Ends about'];
      print(tableText([head, ...rooms.map((one) => rowOf(one, shop))], [3, 4, 5, 6, 7]));
      return 0;
    });
  },
};

const jsonOf = ({ room: { seed: _, ...room }, figures }: ListedRoom) => ({ ...room, ...figures });

const rowOf = ({ room, figures }: ListedRoom, shop: OperatorShop['shop']): string[] => [
  String(room.id),
  nameOf(room),
  room.status === 'scheduled' ? `opens ${momentText(room.opensAt!, shop)}` : statusNames[room.status],
  String(figures.waiting),
  String(figures.calledLately),
  String(figures.enteredLately),
  `${figures.inside} of ${room.maxInside}`,
  `${Math.round(room.pace)} of ${room.maxPerMinute}`,
  figures.endsAt ? momentText(figures.endsAt, shop) : '',
];

const statusNames = {
  standby: 'watches the load',
  open: 'open',
  paused: 'paused',
  closed: 'closed',
} as const;

const nameOf = ({ eventName }: Pick<Room, 'eventName'>): string =>
  eventName === null ? 'the whole shop' : plain(eventName);

const startCommand: Command = {
  name: 'waiting-room start',
  takes: '[--event EVENT] [--opens MOMENT | --under-load]',
  does: 'Put a waiting room in front of the shop or an event: at once, until a set moment, or when the shop is overloaded.',
  options: [
    ['--event EVENT', 'Only in front of the items of this event, by its code in the shop folder.'],
    [
      '--opens MOMENT',
      'Open at this moment, such as "2027-02-01 10:00", in the shop\'s time zone. Everybody who comes earlier gets a random position.',
    ],
    ['--under-load', 'Open automatically while the shop is overloaded, and close automatically afterwards.'],
    ...limitHelp('defaults'),
    actorHelp,
  ],
  more: `With --opens, nobody can begin a cart with these items before the opening. Once the room is open, only customers who
were let in can. Carts in progress, orders and the portal are not affected. The page for customers is /waiting-room, or
/waiting-room/EVENT.`,
  async run(words) {
    const { values } = readWords(words, {
      options: {
        ...actorOption,
        ...limitOptions,
        event: { type: 'string' },
        opens: { type: 'string' },
        'under-load': { type: 'boolean' },
      },
      takes: [],
    });
    if (values.opens !== undefined && values['under-load']) {
      throw new UsageProblem('--opens and --under-load cannot be used together.');
    }
    const limits = { ...DEFAULT_LIMITS, ...limitsOf(values) };
    return await withOperator(values.as, async (operator) => {
      const { db, shop, actor, now } = operator;
      const eventId = values.event === undefined ? null : await eventOf(operator, values.event);
      const opens =
        values.opens === undefined
          ? values['under-load']
            ? 'under-load'
            : 'now'
          : momentOf(values.opens, '--opens', shop);
      return done(
        await startRoom(db, { eventId, opens, actor, ...limits }, now),
        ({ id }) => `Waiting room ${id} is set up.`,
      );
    });
  },
};

async function eventOf({ db }: OperatorShop, code: string): Promise<number> {
  const event = (await eventsByCode(db)).find((one) => one.code === code);
  if (!event) throw new UsageProblem(`There is no event "${plain(code)}".`);
  return event.id;
}

const changeCommand: Command = {
  name: 'waiting-room change',
  takes: '<room> [--per-minute N] ...',
  does: 'Speed a waiting room up or slow it down, or move its opening. Takes effect immediately.',
  options: [...limitHelp('none'), ['--opens MOMENT', 'The new moment, for a room that has not opened yet.'], actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, ...limitOptions, opens: { type: 'string' } },
      takes: ['The number of the waiting room'],
    });
    const id = roomNumber(positionals[0]!);
    const limits = limitsOf(values);
    if (Object.keys(limits).length === 0 && values.opens === undefined)
      throw new UsageProblem('Name what to change, such as --per-minute 600.');
    return await withOperator(values.as, async ({ db, shop, actor, now }) => {
      const moment = values.opens === undefined ? {} : { opensAt: momentOf(values.opens, '--opens', shop) };
      return done(await changeRoom(db, { id, actor, ...limits, ...moment }, now), () => 'Waiting room changed.');
    });
  },
};

const stepCommand = (step: keyof typeof steps, does: string): Command => ({
  name: `waiting-room ${step}`,
  takes: '<room>',
  does,
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: actorOption,
      takes: ['The number of the waiting room'],
    });
    const id = roomNumber(positionals[0]!);
    return await withOperator(values.as, async ({ db, actor, now }) =>
      done(await steps[step](db, { id, actor }, now), ({ status }) => `The waiting room is ${status}.`),
    );
  },
});

const steps = { open: openRoomNow, pause: pauseRoom, close: closeRoom };

const roomNumber = (text: string): number => wholeNumber(text, 'The number of the waiting room')!;

function done(result: Result<Room, RunRefusal>, words: (room: Room) => string): number {
  if (!result.ok) return printRefusal(sentenceOf(result.error));
  print(words(result.value));
  return 0;
}

function sentenceOf(refusal: RunRefusal): string {
  switch (refusal.kind) {
    case 'exists':
      return 'There is already a waiting room here: see waiting-room list.';
    case 'unknown_room':
      return 'There is no waiting room with this number: see waiting-room list.';
    case 'opens_in_the_past':
      return 'The opening must be in the future.';
    case 'changed_meanwhile':
      return 'Somebody else has changed it in the meantime.';
    case 'wrong_status':
      return `This is not possible: the waiting room is ${refusal.status}.`;
    case 'out_of_range': {
      const [min, max] = LIMIT_RANGES[refusal.limit];
      return `${optionNames[refusal.limit]} must be from ${min} to ${max}.`;
    }
  }
}

export const waitingRoomCommands: readonly Command[] = [
  listCommand,
  startCommand,
  stepCommand('open', 'Open a waiting room before its time, or call people in again after a pause.'),
  changeCommand,
  stepCommand('pause', 'Stop calling people for now. Those already called may still enter.'),
  stepCommand('close', 'End a waiting room: everybody may buy again.'),
];
