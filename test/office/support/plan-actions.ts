import type { Order } from '#features/orders/contract.ts';
import type { OfficeAction, Rival, Situation } from './office-action.ts';
import { beginPlanBeingPaid, type OfficeShop } from './situations.ts';

/* Changes of payment plans, while the customer is at the payment page of the same part. */

/** Returns a day this many days after the last instalment of a plan. */
export const dayLater = ({ payments }: Order, days: number): string =>
  new Date(Date.parse(payments.at(-1)!.due_at) + days * 86_400_000).toISOString().slice(0, 10);

const onLastPart = (bodyOf: (reference: string, order: Order) => object): OfficeAction['given'] =>
  async function given(shop: OfficeShop): Promise<Situation> {
    const { order, url, change, report } = await beginPlanBeingPaid(shop);
    return { order, url, change, repeatMessage: report, body: bodyOf(order.payments.at(-1)!.reference, order) };
  };

// A customer who opens a page and pays there is not a rival here: staff may act in between and close the page.
const CUSTOMER = [
  'the customer opens a payment page',
  'the provider repeats its message',
  'a transfer arrives',
] as const;
const COLLEAGUE = [
  ...(['a colleague cancels', 'a colleague refunds', 'a colleague books the money'] as const),
  ...(['a colleague moves the part', 'a colleague splits the part', 'a colleague waives the part'] as const),
  ...(['a colleague mails the link', 'a colleague undoes the change'] as const),
] as const;
const rivals: readonly [Rival, ...Rival[]] = ['the customer pays at the open page', ...CUSTOMER, ...COLLEAGUE];

export const planActions: Readonly<Record<string, OfficeAction>> = {
  'instalment-move': {
    given: onLastPart((reference, order) => ({ reference, day: dayLater(order, 9), moves_later: false })),
    rivals: [...rivals, 'the customer asks for a refund', 'the customer removes the card', 'due work continues'],
  },
  'instalment-split': {
    given: onLastPart((reference, order) => ({
      ...{ reference, amount: 1_800, first_day: '', second_day: dayLater(order, 9) },
    })),
    rivals,
  },
  'instalment-waive': {
    given: onLastPart((reference) => ({ reference, amount: null, reason: 'A long delay.' })),
    rivals: [...rivals, 'the customer asks for a refund'],
  },
  'instalment-mail-link': { given: onLastPart((reference) => ({ reference })), rivals },
  'plan-change-undo': {
    async given(shop) {
      const { order, url, change, report } = await beginPlanBeingPaid(shop);
      return { order, url, change, repeatMessage: report, body: { code: order.code, change } };
    },
    rivals,
  },
};
