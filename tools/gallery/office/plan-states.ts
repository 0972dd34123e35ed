import { type OfficeState, order } from './office-state.ts';
import { CHANGED, holding, refusing } from './stand-ins.ts';
import { confirm, fill, inOrder, press, tick, untilReady } from './steps.ts';

const WILL_HAPPEN = 'What will happen';
/**
 * In this plan, the first instalment is paid, the second was moved, the third waived in part, the last split in two.
 */
const PLAN = 'PLNM';
const CANCELLED = '8R6NUC';
const UNPAID = '3B8TKN';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Opens a dialog from the menu of the first open instalment. */
const fromMenu = (action: string) => inOrder(press(/^Change \S+-\d+$/), press(action));
const moving = press(/^Move the due date of/);
const splitting = fromMenu('Split in two…');
const waiving = fromMenu('Waive…');
const mailing = fromMenu('Email the link to pay…');
const undoing = press('Undo the last change…');
const reviving = press('Revive order…');

const moved = inOrder(moving, fill('New due date', inDays(24)), untilReady);
const split = inOrder(splitting, fill('Due date of the second', inDays(30)), untilReady);
const waived = inOrder(waiving, fill('Reason', 'The coach was two hours late.'), untilReady);

const givingTime = inOrder(press('Move the due date…'), fill('New due date', inDays(24)));

const refusal = { status: 409, message: 'This order has a refund. Decide that first.' };
const HAS_REFUND = /has a refund/;

/** The actions of staff on a payment plan. */
export const planStates: readonly OfficeState[] = [
  { name: 'plan/changed', at: order(PLAN), sees: 'Undo the last change…' },

  { name: 'plan/move', at: order(PLAN), act: moving, sees: 'New due date' },
  { name: 'plan/move, filled in', at: order(PLAN), act: moved, sees: WILL_HAPPEN },
  {
    name: 'plan/move, too early',
    at: order(PLAN),
    act: inOrder(moving, fill('New due date', inDays(-3))),
    sees: 'This day has passed. Please choose today or a later day.',
  },
  {
    name: 'plan/move, after the event begins',
    at: order(PLAN),
    act: inOrder(moving, fill('New due date', inDays(500)), tick(/^Move the later instalments/), untilReady),
    sees: /would not be due before that day/,
  },
  {
    name: 'plan/move, changed meanwhile',
    at: order(PLAN),
    act: inOrder(moved, refusing('instalment-move', CHANGED, 1), confirm),
    sees: /Something has changed since you looked/,
  },
  {
    name: 'plan/move, busy',
    at: order(PLAN),
    act: inOrder(moved, holding('instalment-move'), confirm),
    sees: WILL_HAPPEN,
  },

  { name: 'plan/split', at: order(PLAN), act: splitting, sees: 'Split the instalment' },
  { name: 'plan/split, filled in', at: order(PLAN), act: split, sees: WILL_HAPPEN },
  {
    name: 'plan/split, too much',
    at: order(PLAN),
    act: inOrder(splitting, fill('First instalment (EUR)', '500'), fill('Due date of the second', inDays(30)), (page) =>
      page.locator('[role=dialog] [id$="-amount-error"]').waitFor(),
    ),
    sees: 'Split the instalment',
  },

  { name: 'plan/waive', at: order(PLAN), act: waiving, sees: 'Waive an instalment' },
  { name: 'plan/waive, filled in', at: order(PLAN), act: waived, sees: WILL_HAPPEN },
  {
    name: 'plan/waive the rest',
    at: order(PLAN),
    act: inOrder(press('Waive the rest…'), fill('Reason', 'The event was cancelled.'), untilReady),
    sees: WILL_HAPPEN,
  },
  {
    name: 'plan/waive, refused',
    at: order(PLAN),
    before: refusing('instalment-waive', refusal),
    act: inOrder(waiving, fill('Reason', 'The coach was two hours late.')),
    sees: HAS_REFUND,
  },

  { name: 'plan/mail the link', at: order(PLAN), act: inOrder(mailing, untilReady), sees: WILL_HAPPEN },
  {
    name: 'plan/mail the link, refused',
    at: order(PLAN),
    before: refusing('instalment-mail-link', refusal),
    act: mailing,
    sees: HAS_REFUND,
  },

  { name: 'plan/undo', at: order(PLAN), act: inOrder(undoing, untilReady), sees: WILL_HAPPEN },
  {
    name: 'plan/undo, refused',
    at: order(PLAN),
    before: refusing('plan-change-undo', {
      status: 409,
      message: 'Money has since arrived for this instalment, so the change can no longer be undone.',
    }),
    act: undoing,
    sees: /Money has since arrived/,
  },

  { name: 'plan/due date', at: order(UNPAID), act: inOrder(givingTime, untilReady), sees: WILL_HAPPEN },
  {
    name: 'plan/due date, refused',
    at: order(UNPAID),
    before: refusing('order-move-due-date', { status: 409, message: 'This order has a refund. Decide that first.' }),
    act: givingTime,
    sees: HAS_REFUND,
  },

  { name: 'plan/revive', at: order(CANCELLED), act: inOrder(reviving, untilReady), sees: WILL_HAPPEN },
  {
    name: 'plan/revive, refused',
    at: order(CANCELLED),
    before: refusing('order-revive', { status: 409, message: 'Some items are sold out, so the order stays ended.' }),
    act: reviving,
    sees: /sold out/,
  },
];
