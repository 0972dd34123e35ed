import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { OfficeState } from './office-state.ts';
import { answering, refusing } from './stand-ins.ts';
import { fill, inOrder, press } from './steps.ts';

const at = '/office/waiting-rooms';
type Rooms = OfficeAnswer<'waiting-rooms'>;
const limits = { max_per_minute: 600, max_inside: 2_000, minutes_inside: 10 };

const nobody = { waiting: 0, inside: 0, entered: 0, called_lately: 0, entered_lately: 0, ends_at: null };
const room: Rooms['rooms'][number] = {
  id: 1,
  event_name: 'Sandlark 2027',
  path: '/waiting-room/sandlark',
  status: 'open',
  is_automatic: false,
  opens_at: '2027-01-18T09:00:00.000Z',
  opened_at: '2027-01-18T09:00:00.000Z',
  ...limits,
  pace: 600,
  is_slowed: false,
  waiting: 98_214,
  inside: 1_204,
  entered: 5_630,
  called_lately: 598,
  entered_lately: 541,
  ends_at: '2027-01-18T11:54:00.000Z',
};
const planned = { ...room, ...nobody, status: 'scheduled', opened_at: null, waiting: 12_407 } as const;
const standby = { ...room, ...nobody, id: 2, event_name: null, path: '/waiting-room', status: 'standby' } as const;

const given = (...rooms: readonly Rooms['rooms'][number][]) =>
  answering('waiting-rooms', {
    as_of: '2027-01-18T09:10:00.000Z',
    rooms: [...rooms],
    events: [{ code: 'sandlark', name: 'Sandlark 2027' }],
    usual: limits,
  });

/** The waiting rooms, and the people who hold items. */
export const lineStates: readonly OfficeState[] = [
  { name: 'waiting room/none', at, before: given(), sees: 'There is no waiting room' },
  {
    name: 'waiting room/planned, and one standing by',
    at,
    before: given(planned, standby),
    sees: 'Standing by',
  },
  { name: 'waiting room/open', at, before: given(room), sees: 'Let in so far' },
  {
    name: 'waiting room/open, under load',
    at,
    before: given({ ...room, is_slowed: true, pace: 120, called_lately: 214 }),
    sees: /^The shop is under load/,
  },
  {
    name: 'waiting room/paused',
    at,
    before: given({ ...room, status: 'paused', called_lately: 0, ends_at: null }),
    sees: 'Paused',
  },
  { name: 'waiting room/new', at, before: given(), act: press('New waiting room'), sees: 'When it opens' },
  {
    name: 'waiting room/new, wrong',
    at,
    before: given(),
    act: inOrder(
      press('New waiting room'),
      fill('People called per minute, at most', 'many'),
      press('Set up waiting room'),
    ),
    sees: 'Please enter a number from 1 to 100000.',
  },
  { name: 'waiting room/changing', at, before: given(planned), act: press(/^Change/), sees: 'Opening day' },
  { name: 'waiting room/ending', at, before: given(room), act: press(/^End…/), sees: 'End waiting room' },
  {
    name: 'held items/several',
    at: '/office/held',
    before: answering('held-list', givenHeld()),
    sees: 'In unpaid orders',
  },
  {
    name: 'held items/freeing',
    at: '/office/held',
    before: answering('held-list', givenHeld()),
    act: press(/^Put back on sale/),
    sees: 'What will happen',
  },
  {
    name: 'held items/freeing was refused',
    at: '/office/held',
    before: async (page) => {
      await answering('held-list', givenHeld())(page);
      await refusing('held-free', { status: 404, message: 'We could not find that.' })(page);
    },
    act: inOrder(press(/^Put back on sale/), fill('Reason', 'Keeps seats all day.'), press('Put back on sale')),
    sees: 'We could not find that.',
  },
];

function givenHeld(): OfficeAnswer<'held-list'> {
  const until = '2027-01-18T09:25:00.000Z';
  const seats = { name: 'Coach from Amsterdam', count: 38 };
  const days = { name: 'Saturday day ticket', count: 4 };
  return {
    carts: [
      { email: null, network: '9f2c41d07ab3', carts: 14, items: 42, by_item: [seats, days], until },
      { email: 'mila@example.org', network: null, carts: 1, items: 2, by_item: [{ ...days, count: 2 }], until },
      { email: null, network: null, carts: 1, items: 1, by_item: [{ ...days, count: 1 }], until },
    ],
    unpaid: [
      {
        email: 'noor@example.org',
        orders: ['SLK-2H9CRW', 'SLK-8K2MPA'],
        items: 9,
        by_item: [{ ...days, count: 9 }],
        until: '2027-01-25T22:59:59.000Z',
      },
    ],
    choices: [
      { code: 'saturday', name: 'Saturday day ticket' },
      { code: 'coach-amsterdam', name: 'Coach from Amsterdam' },
    ],
  };
}
