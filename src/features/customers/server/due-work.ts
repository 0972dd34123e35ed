import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { type AccountSetup, accountParts } from './account-parts.ts';
import { answerAccountRequests } from './answer-account-requests.ts';
import { LOGIN_IDLE_MS, LOGIN_MAX_AGE_MS } from './authenticate.ts';
import { wipeExpiredPasswords } from './customer-store.ts';
import { deleteOldLoginNetworks } from './login-network-store.ts';
import { deleteOldLoginTokens, deleteUnusedLoginTokens } from './login-token-store.ts';
import { deleteOldLinks } from './single-use-link-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const TEN_MINUTES_MS = 10 * 60_000;

export function customersWork(setup: AccountSetup, onError?: (error: unknown) => void): DueWork[] {
  return [answerAccountRequests(accountParts(setup), onError), ...deleteExpiredLogins(setup.db)];
}

/** Deletes idle and old login tokens, networks of logins, expired links, and generated passwords that nobody used. */
function deleteExpiredLogins(db: Db): DueWork[] {
  return [
    {
      name: 'wipe-expired-passwords',
      everyMs: TEN_MINUTES_MS,
      run: (now) => wipeExpiredPasswords(db, now),
    },
    {
      name: 'forget-idle-logins',
      everyMs: TEN_MINUTES_MS,
      run: (now) => deleteUnusedLoginTokens(db, new Date(now.getTime() - LOGIN_IDLE_MS)),
    },
    {
      name: 'forget-old-logins',
      everyMs: TEN_MINUTES_MS,
      run: (now) => deleteOldLoginTokens(db, new Date(now.getTime() - LOGIN_MAX_AGE_MS)),
    },
    {
      name: 'forget-login-networks',
      everyMs: TEN_MINUTES_MS,
      run: (now) => deleteOldLoginNetworks(db, now),
    },
    {
      name: 'forget-ended-links',
      everyMs: TEN_MINUTES_MS,
      run: (now) => deleteOldLinks(db, new Date(now.getTime() - DAY_MS)),
    },
  ];
}
