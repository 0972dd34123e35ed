import { freeCarts, listItemsInCarts } from '#features/cart/server/public.ts';
import { itemsForSale } from '#features/catalogue/server/public.ts';
import { findCustomerByEmail } from '#features/customers/server/public.ts';
import { listItemsOfUnpaidOrders } from '#features/orders/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { jsonText } from './json.ts';
import { plain, tableText } from './table.ts';
import { momentText } from './values.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const MAX_LISTED = 100;
const NETWORK = /^network:([0-9a-f]{12}|unknown)$/;

const nameOf = ({ email, network }: { email: string | null; network: string | null }): string =>
  email ?? `network:${network ?? 'unknown'}`;

const listCommand: Command = {
  name: 'held list',
  takes: '[--item ITEM] [--json]',
  does: 'List who holds items in carts and in unpaid orders, and until when, the largest holder first.',
  options: [
    ['--item ITEM', 'Only this item, by its code in the shop folder.'],
    ['--json', 'As JSON.'],
  ],
  more: `A guest is shown as the network from which the cart was started, or as network:unknown. LIMITS sets how much one account and one network may
hold: see held-items-account, held-items-network, unpaid-orders and unpaid-items in docs/operations.md.`,
  async run(words) {
    const { values } = readWords(words, {
      options: { item: { type: 'string' }, json: { type: 'boolean' } },
      takes: [],
    });
    const itemCode = values.item ?? null;
    return await withOperator(undefined, async ({ db, shop, now }) => {
      if (itemCode !== null && !(await itemsForSale(db, [itemCode])).has(itemCode)) {
        throw new UsageProblem(`There is no item "${plain(itemCode)}".`);
      }
      const wanted = { itemCode, limit: MAX_LISTED };
      const [carts, unpaid] = await Promise.all([
        listItemsInCarts(db, wanted, now),
        listItemsOfUnpaidOrders(db, wanted),
      ]);
      if (values.json) {
        print(jsonText({ carts, unpaid }));
        return 0;
      }
      if (carts.length + unpaid.length === 0) {
        print('Nobody holds anything.');
        return 0;
      }
      const cartRows = carts.map((holder) => [
        plain(nameOf(holder)),
        String(holder.items),
        String(holder.carts),
        momentText(holder.until, shop),
      ]);
      const orderRows = unpaid.map(({ email, items, orders, until }) => [
        plain(email),
        String(items),
        String(orders),
        momentText(until, shop),
      ]);
      if (carts.length > 0) print(tableText([['In carts', 'Items', 'Carts', 'Until'], ...cartRows], [1, 2]));
      if (carts.length > 0 && unpaid.length > 0) print('');
      if (unpaid.length > 0) print(tableText([['In unpaid orders', 'Items', 'Orders', 'Until'], ...orderRows], [1, 2]));
      return 0;
    });
  },
};

const freeCommand: Command = {
  name: 'held free',
  takes: '<email or network> --reason TEXT',
  does: 'End all open carts of an account, or of the guests of a network, and put their items back on sale.',
  options: [['--reason TEXT', 'For the audit log.'], actorHelp],
  more: `"held list" names the holders. The buyers will see that their cart has expired.
To free the items of an unpaid order, cancel it: npm run shop -- orders cancel <order>`,
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, reason: { type: 'string' } },
      takes: ['<email or network>'],
    });
    const holder = positionals[0]!;
    const reason = values.reason?.trim() ?? '';
    if (reason === '' || reason.length > 500) throw new UsageProblem('--reason must have 1 to 500 characters.');
    return await withOperator(values.as, async ({ db, actor, now }) => {
      const network = NETWORK.exec(holder)?.[1];
      const customer = network ? null : await findCustomerByEmail(db, holder);
      if (!network && !customer)
        return printRefusal(`"${plain(holder)}" is neither the email address of an account nor a network.`);
      const whose = network ? { network: network === 'unknown' ? null : network } : { customerId: customer!.id };
      const { carts, items } = await freeCarts(db, whose, { actor, reason }, now);
      print(carts === 0 ? 'There is no open cart.' : `${items} ${items === 1 ? 'item is' : 'items are'} back on sale.`);
      return 0;
    });
  },
};

export const heldCommands: readonly Command[] = [listCommand, freeCommand];
