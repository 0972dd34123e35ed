import { auditShop } from '#apps/server/audit-shop.ts';
import { openDb } from '#platform/db/db.ts';
import { AMOUNT_NAMES, type Limits, limitsWith } from '#platform/http/limits.ts';
import { limitForAll } from '../support/limit-for-all.ts';
import { type Answer, givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { meetingsAt, type RemovedGuard, type Weakened, weaken } from './weakened.ts';

/** One shop at two servers with separate pools, like two processes on one database. */
export interface TwoShops {
  readonly shops: readonly [ShopApp, ShopApp];
  readonly token: string;
  /** Calls the first server in even turns, the second in odd ones. */
  call(turn: number, name: string, body: object): Promise<Answer>;
  /** Returns the doctor's findings after all due work. */
  findings(): Promise<unknown[]>;
  /** Returns how many times a guard was left out. */
  removals(): number;
  close(): Promise<void>;
}

/** Races repeat calls from one address, so nothing is limited. */
export const NO_LIMITS = limitsWith({
  ...limitForAll({ attempts: 1_000_000, minutes: 1 }),
  ...Object.fromEntries(AMOUNT_NAMES.map((name) => [name, 0])),
});

/**
 * Opens a shop at two servers. For a twin (the same race without a guard), `guards` are left out of its statements, and
 * `drop` runs on the twin's database to remove constraints or indexes.
 */
export async function givenTwoShops({
  guards = [],
  drop = [],
  limits = NO_LIMITS,
}: {
  guards?: readonly RemovedGuard[];
  drop?: readonly string[];
  limits?: Limits;
} = {}): Promise<TwoShops> {
  const filled = await givenShopApp();
  const { connection } = filled.database;
  // Long rounds need many units, so the item that races buy does not run out.
  await filled.db.run(`update shop_items set capacity = null, capacity_wanted = null where external_code = 'saturday'`);
  for (const statement of drop) await filled.db.run(statement);
  const weak: Weakened[] = [];
  const meetings = meetingsAt(guards);
  const open = () => {
    const db = openDb({ connection, poolSize: 8, stockPoolSize: 8 });
    const one = weaken(db, guards, meetings);
    weak.push(one);
    return guards.length > 0 ? one.db : db;
  };
  const serve = () => {
    const db = open();
    return givenShopApp(
      { limits, trustedProxies: ['127.0.0.1'] },
      { database: { ...filled.database, db, drop: () => db.end() } },
    );
  };
  const shops: [ShopApp, ShopApp] = [await serve(), await serve()];
  return {
    shops,
    token: await shops[0].login(),
    call: (turn, name, body) => shops[turn % 2]!.call(name, { data: 'none', ...body }),
    async findings() {
      await shops[0].settle();
      return (await auditShop(filled.db, shops[0].clock.now())).findings;
    },
    removals: () => weak.reduce((all, one) => all + one.removals(), 0),
    async close() {
      for (const shop of shops) await shop.close();
      await filled.close();
      const unmet = guards.filter((guard) => weak.every((one) => one.neverMet().includes(guard)));
      if (unmet.length > 0)
        throw new Error(`No statement matched ${unmet.map(({ statement }) => statement).join(', ')}`);
    },
  };
}

/** Moves both clocks, without doing due work. */
export async function setClocks({ shops }: TwoShops, moment: Date): Promise<void> {
  for (const shop of shops) await shop.clock.travelTo(moment);
}
