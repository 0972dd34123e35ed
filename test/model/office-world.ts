import { freshProofs, givenOfficeShop, type OfficeShop, openOfficeShop } from '../office/support/situations.ts';
import { dropDatabase, givenCopyOf } from '../support/database.ts';
import { freshLogins } from '../support/fresh-logins.ts';
import { type OfficePerson, officeBrowser } from '../support/office-people.ts';
import { operatorOf } from '../support/operator.ts';
import { givenShopApp } from '../support/shop-app.ts';

/** A shop in which a walk takes its steps. */
export interface OfficeWorld extends OfficeShop {
  /** By how much confirmed actions changed the shop's bank account according to their outcomes, in minor units. */
  bank: number;
  /** Payment pages that the customer may still have open. */
  readonly pages: string[];
  /** Keeps everybody signed in, as if they had just confirmed who they are. */
  stayIn(): Promise<void>;
  /** Lets time pass without ending anybody's session. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export interface OfficeWorlds {
  next(): Promise<OfficeWorld>;
  close(): Promise<void>;
}

const PROVIDER = { sandboxModes: { closes: true, sessionMinutes: 0, refunds: 'pending' } } as const;

/** Prepares a shop once, with two members of staff and a customer; every walk gets a copy. */
export async function givenOfficeWorlds(): Promise<OfficeWorlds> {
  const first = await openOfficeShop();
  const original = first.database;
  const { mila, owner, colleague } = await givenOfficeShop(first);
  await first.db.run('update departures set capacity = 500, capacity_wanted = 500');
  await first.db.run(
    `update shop_state set config = jsonb_set(config, '{private,refundWay}', '"ask"'), version = version + 1`,
  );
  await first.settle();
  await first.close({ keepDatabase: true });

  return {
    async next() {
      const app = await givenShopApp(
        { ...PROVIDER, limits: first.config.limits },
        { database: await givenCopyOf(original) },
      );
      const at = (person: OfficePerson): OfficePerson => {
        const browser = officeBrowser(app);
        browser.token = person.browser.token;
        return { ...person, browser };
      };
      const pass = async (milliseconds: number) => {
        const then = new Date(app.clock.now().getTime() + milliseconds);
        // Without this, the due work would delete the expired sessions.
        await app.db.run(
          `update staff_sessions set last_press_at = $1, ends_at = $1::timestamptz + interval '1 hour'`,
          [then],
        );
        await app.db.run('update login_tokens set created_at = $1, last_used_at = $1', [then]);
        await app.travel(milliseconds);
      };
      // Concurrent calls take turns.
      let passing = Promise.resolve();
      return {
        ...{ app, mila, operator: operatorOf(app), owner: at(owner), colleague: at(colleague), bank: 0, pages: [] },
        async stayIn() {
          await freshProofs({ app });
          await freshLogins(app);
        },
        pass(milliseconds) {
          passing = passing.then(() => pass(milliseconds));
          return passing;
        },
        close: () => app.close(),
      };
    },
    close: () => dropDatabase(original),
  };
}
