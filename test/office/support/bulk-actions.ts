import type { Order } from '#features/orders/contract.ts';
import type { OfficeAction } from './office-action.ts';
import { makePaidOrder, placeByTransfer, ticketsOf } from './situations.ts';

/* Many orders or tickets at once. */

const bulk = ({ code }: Order, changes: object = {}) => ({
  filter: { view: 'all', text: '' },
  chosen: [code],
  ...changes,
});

export const bulkActions: Readonly<Record<string, OfficeAction>> = {
  'orders-bulk-cancel': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      return { order, body: bulk(order, { reason: 'Sold out.' }) };
    },
    // The reason is typed below the preview, and the filter does not matter while orders are chosen.
    notPreviewed: ['filter', 'reason'],
    rivals: ['the customer pays by a link', 'a transfer arrives', 'a colleague cancels'],
  },
  'orders-bulk-mail': {
    async given(shop) {
      const order = await placeByTransfer(shop);
      return { order, body: bulk(order) };
    },
    notPreviewed: ['filter'],
    rivals: ['a transfer arrives', 'a colleague cancels'],
  },
  'tickets-bulk-mail': {
    async given(shop) {
      const order = await makePaidOrder(shop);
      return { order, body: { ...bulk(order), chosen: (await ticketsOf(shop, order)).map(({ id }) => id) } };
    },
    notPreviewed: ['filter'],
    rivals: ['the customer asks for a refund', 'a colleague refunds'],
  },
  'bulk-stop': {
    before: ({ app }) => app.settle(),
    async given(shop) {
      const order = await placeByTransfer(shop);
      const request = bulk(order, { reason: 'Sold out.' });
      const { fingerprint, at } = await shop.owner.browser.done('orders-bulk-cancel', request);
      const { run } = await shop.owner.browser.done('orders-bulk-cancel', { ...request, fingerprint, at });
      return { order, run, body: { run, stop: true } };
    },
    rivals: ['due work continues', 'a transfer arrives', 'a colleague cancels'],
    isRepeatable: true,
  },
};
