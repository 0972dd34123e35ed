import os from 'node:os';
import { type OrderParts, orderParts } from '#apps/server/order-parts.ts';
import { openGateways } from '#features/payments/server/public.ts';
import { isShopImported, loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { type Actor, commandLine } from '#kernel/actor.ts';
import { UsageProblem } from './command.ts';
import { type OpenShop, withShop } from './with-shop.ts';

export interface OperatorShop extends OpenShop {
  readonly shop: Shop;
  readonly parts: OrderParts;
  /** The operator's name in the audit log. */
  readonly actor: Actor;
  /** Read once for each command. */
  readonly now: Date;
}

/** The option of every command that changes something. */
export const actorOption = { as: { type: 'string' } } as const;
export const actorHelp = [
  '--as NAME',
  'Who is doing this, for the audit log. Default: the account running the command.',
] as const;

/** Opens the shop for an operator's command. `as` is the value of `--as`. */
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
    const parts = orderParts({ ...open, gateways: await openGateways(open.config, open.db) });
    return await work({ ...open, shop, parts, actor, now: open.clock.now() });
  });
}

/** Returns the value of `--as`, otherwise the system account's name. Throws a `UsageProblem` for an invalid name. */
export function actorOf(as: string | undefined): Actor {
  const name = (as ?? accountName()).trim();
  if (name === '' || name.length > 120 || /\p{Cc}/u.test(name)) {
    throw new UsageProblem('--as must be a name of at most 120 characters.');
  }
  return commandLine(name);
}

/** Returns the account that typed the command: with sudo the original one, not root. Falls back to its number. */
function accountName(): string {
  if (process.env.SUDO_USER) return process.env.SUDO_USER;
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
