import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Actor } from '#kernel/actor.ts';
import { keyFrom } from '#platform/config/secret-key.ts';
import { COMMAND_SECRET, type CommandAnswer, runShop } from './command-line.ts';
import { givenShopApp, type ShopApp } from './shop-app.ts';

export let app: ShopApp;
/** The login of a customer. */
export let mila: string;
/** For files that commands read and write. */
export let folder: string;

/** Runs a command on the shop, at the shop's time. */
export const shop = (...words: string[]): Promise<CommandAnswer> =>
  runShop({ database: app.database, now: app.clock.now() }, ...words);

export const auditOf = (subject: string) =>
  app.db.rows<{ actor: Actor; action: string }>('select actor, action from audit_log where subject = $1 order by id', [
    subject,
  ]);

/** The answer of a refused command: exit code 2, nothing on standard output, and this sentence on standard error. */
export const refusal = (sentence: string) => ({
  code: 2,
  out: '',
  err: expect.stringContaining(sentence),
});

/**
 * A shop whose operator works at the command line. Called once, at the top of a test file; fills the variables above.
 */
export function givenCommandShop(): void {
  beforeAll(async () => {
    app = await givenShopApp({ secretKey: keyFrom(COMMAND_SECRET) });
    mila = await app.login();
    folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-commands-'));
  });
  beforeEach(() => app.db.run('delete from rate_limits'));
  afterAll(async () => {
    // After all tests everything must add up.
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
}
