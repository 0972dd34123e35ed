import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { OfficeState } from './office-state.ts';
import { changing, holding, refusing, together } from './stand-ins.ts';
import { choose, fill, inOrder, pick, press, until } from './steps.ts';

const at = '/office/orders/new';
const buyer = inOrder(
  fill('Name', 'Rosa Novak'),
  fill('Email', 'rosa@example.org'),
  choose('Ordered through', 'phone'),
  fill('Street and number', 'Zandpad 12'),
  fill('Postal code', '4325 AB'),
  fill('City', 'Noorderzand'),
);
const saturday = inOrder(
  pick('Item', 'Saturday day ticket'),
  press('Add'),
  press('For the buyer'),
  choose('Age', '25-34'),
);
const complete = inOrder(buyer, saturday);
const reachingTheLimit = refusing('order-create', {
  status: 422,
  message: 'At most 10 Saturday day tickets fit in one order.',
  errors: {
    beyond_limits: ['At most 10 Saturday day tickets fit in one order.'],
    'items.0': ['At most 10 Saturday day tickets fit in one order.'],
  },
});

const soldOut = refusing('order-create', {
  status: 422,
  message: 'Sorry, this item is sold out.',
  errors: { beyond_capacity: ['Sorry, this item is sold out.'], 'items.0': ['Sorry, this item is sold out.'] },
});
const beyondCapacity = (answer: OfficeAnswer<'order-create'>): OfficeAnswer<'order-create'> => ({
  ...answer,
  placed: {
    ...answer.placed,
    beyond_capacity: [
      { name: 'Saturday day ticket', departs_at: null, timezone: 'Europe/Amsterdam', capacity: 400, taken: 401 },
      {
        ...{ name: 'Coach from Amsterdam', departs_at: '2027-07-22T11:00:00Z', timezone: 'Europe/Amsterdam' },
        ...{ capacity: 50, taken: 52 },
      },
    ],
  },
});

/** Entering an order for a caller on the phone. */
export const newOrderStates: readonly OfficeState[] = [
  { name: 'new order/empty', at, sees: 'Still needed:' },
  {
    name: 'new order/finding a customer',
    at,
    act: inOrder(fill(/^Find a customer/, 'mila'), until('mila@example.org')),
    sees: 'mila@example.org',
  },
  {
    name: 'new order/half typed',
    at,
    act: inOrder(fill('Name', 'Rosa Novak'), saturday, press('Add')),
    sees: 'Still needed:',
  },
  { name: 'new order/previewed', at, act: complete, sees: /^Place order for/ },
  {
    name: 'new order/on a plan',
    at,
    act: inOrder(
      buyer,
      pick('Item', 'Festival Pass on a plan'),
      press('Add'),
      press('For the buyer'),
      choose('Age', '25-34'),
    ),
    sees: /^Instalment 2/,
  },
  {
    name: 'new order/paid at the desk',
    at,
    act: inOrder(
      complete,
      (page) => page.getByLabel(/^Paid at the desk/).check(),
      fill('Number of the receipt', 'T-204'),
    ),
    sees: /will be paid\./,
  },
  {
    name: 'new order/beyond the limits',
    at,
    before: reachingTheLimit,
    act: inOrder(complete, until('Place the order beyond the limits')),
    sees: 'Place the order beyond the limits',
  },
  {
    name: 'new order/free of charge',
    at,
    act: inOrder(
      complete,
      (page) => page.getByLabel(/^Free of charge/).check(),
      fill('Reason', 'Press ticket.'),
      until('Place the free order'),
    ),
    sees: 'Place the free order',
  },
  { name: 'new order/sold out', at, before: soldOut, act: complete, sees: 'Sell beyond capacity' },
  {
    name: 'new order/beyond capacity',
    at,
    before: changing('order-create', beyondCapacity),
    act: complete,
    sees: /^Beyond capacity/,
  },
  {
    name: 'new order/sold out, support',
    staff: 'noor',
    at,
    before: soldOut,
    act: complete,
    sees: /A manager can place/,
  },
  { name: 'new order/previewing', at, before: holding('order-create'), act: complete, sees: 'One moment…' },
  {
    name: 'new order/no channel',
    at,
    before: together(changing('new-order-choices', (choices) => ({ ...choices, channels: [] }))),
    sees: 'No channel for these orders',
  },
];
