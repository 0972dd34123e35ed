import os from 'node:os';
import { type OrderParts, orderParts } from '#apps/server/order-parts.ts';
import { isShopImported, loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { UsageProblem } from './command.ts';
import { type OpenShop, withShop } from './with-shop.ts';

/** The open shop as an operator's command needs it. */
export interface OperatorShop extends OpenShop {
  readonly shop: Shop;
  readonly parts: OrderParts;
  /** Who does it, for the audit log. */
  readonly actor: string;
  /** The moment of the command; read once. */
  readonly now: Date;
}

/** What every command that changes something understands. */
export const asOption = { as: { type: 'string' } } as const;
export const asHelp = [
  '--as NAME',
  'Who is doing this, for the audit log. Default: the account running the command.',
] as const;

/** Opens the shop for a command of the operator. `as`: the value of `--as`. */
export async function withOperator<Value>(
  as: string | undefined,
  work: (operator: OperatorShop) => Promise<Value>,
): Promise<Value> {
  const actor = actorOf(as);
  return await withShop(async (open) => {
    if (!(await isShopImported(open.db))) {
      throw new UsageProblem(
        'There is no shop in the database yet. Import one with "npm run shop -- import <folder>".',
      );
    }
    const shop = await loadShop(open.db);
    return await work({ ...open, shop, parts: orderParts(open), actor, now: open.clock.now() });
  });
}

/** Who does it: the value of `--as`, else the account. Throws a `UsageProblem` for what is no name. */
export function actorOf(as: string | undefined): string {
  const name = (as ?? accountName()).trim();
  if (name === '' || name.length > 120 || /\p{Cc}/u.test(name)) {
    throw new UsageProblem('--as must be a name of at most 120 characters.');
  }
  return name;
}

/** Who typed it: behind sudo the account that asked, not root. An account without a name is its number. */
function accountName(): string {
  if (process.env.SUDO_USER) return process.env.SUDO_USER;
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
