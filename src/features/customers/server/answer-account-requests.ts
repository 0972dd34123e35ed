import type { Tx } from '#platform/db/db.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { randomToken, readablePassword } from '#platform/secrets/random-codes.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { shopAndLook } from './account-look.ts';
import { alreadyRegisteredMail, passwordMail, resetMail } from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import {
  type AccountRequest,
  deleteAccountRequest,
  lockAccountRequest,
  postponeAccountRequest,
} from './account-request-store.ts';
import {
  type CustomerRow,
  insertCustomer,
  lockCustomer,
  lockCustomerByEmail,
  saveGeneratedPassword,
  saveName,
} from './customer-store.ts';
import { replaceLink } from './single-use-link-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A generated password, and the login link beside it, end when they were not used for this long. */
export const GENERATED_PASSWORD_DAYS = 7;
export const RESET_MINUTES = 15;
/** A second registration this soon after the first is a double click, and gets no second password. */
const DOUBLE_CLICK_MS = 60_000;
const MOST_TRIES = 10;

/**
 * Due work: does what was asked for with an address alone, one request and its mail in one transaction. A request that
 * cannot be done is put off, so that it holds up no other, and is dropped after ten tries.
 */
export function answerAccountRequests(parts: AccountParts, onError: (error: unknown) => void = () => {}): DueWork {
  return {
    name: 'answer-account-requests',
    async run(now) {
      let taken: { id: number; tries: number } | undefined;
      // Before the transaction, which must not wait for a second connection while it has one.
      const { look } = await shopAndLook(parts);
      try {
        await parts.db.transaction(async (tx) => {
          const found = await lockAccountRequest(tx, now);
          taken = found;
          if (!found) return;
          await answer({ ...parts, look }, tx, found.request, now);
          await deleteAccountRequest(tx, found.id);
        });
      } catch (error) {
        if (!taken) throw error;
        onError(error);
        if (taken.tries + 1 >= MOST_TRIES) await deleteAccountRequest(parts.db, taken.id);
        else await postponeAccountRequest(parts.db, taken.id, new Date(now.getTime() + 15_000 * 2 ** taken.tries));
      }
      return taken ? 1 : 0;
    },
  };
}

interface AnswerParts extends AccountParts {
  readonly look: MailLook;
}

async function answer(parts: AnswerParts, tx: Tx, request: AccountRequest, now: Date): Promise<void> {
  if (request.kind === 'reset') return await mailResetLink(parts, tx, request.email, now);
  const id = await insertCustomer(tx, request, now);
  const customer = id === undefined ? await lockCustomerByEmail(tx, request.email) : await lockCustomer(tx, id);
  if (!customer) throw new Error('The account of this registration is gone');
  if (isDoubleClick(customer, now)) return;
  if (wasEverUsed(customer)) return await mailThatItIsTaken(parts, tx, customer, now);
  // Whoever made the account before, by a typing mistake or for somebody else, may have called it otherwise.
  await saveName(tx, customer.id, request.fullName);
  await mailPassword(parts, tx, { ...customer, fullName: request.fullName }, request.payload, now);
}

/** Whether somebody has logged in to the account; if nobody has, registering again simply begins again. */
const wasEverUsed = (customer: CustomerRow): boolean =>
  customer.passwordHash !== null && customer.passwordExpiresAt === null;

const isDoubleClick = ({ passwordExpiresAt }: CustomerRow, now: Date): boolean =>
  passwordExpiresAt !== null &&
  passwordExpiresAt.getTime() - GENERATED_PASSWORD_DAYS * DAY_MS > now.getTime() - DOUBLE_CLICK_MS;

async function mailPassword(
  parts: AnswerParts,
  tx: Tx,
  customer: CustomerRow,
  payload: { from?: string; cart?: string | null },
  now: Date,
): Promise<void> {
  const password = readablePassword();
  const loginToken = randomToken();
  const expiresAt = new Date(now.getTime() + GENERATED_PASSWORD_DAYS * DAY_MS);
  await saveGeneratedPassword(tx, customer.id, await parts.passwords.hash(password), expiresAt);
  await replaceLink(
    tx,
    { tokenHash: tokenHash(loginToken), customerId: customer.id, purpose: 'login', payload, expiresAt },
    now,
  );
  const content = passwordMail(parts.look, {
    fullName: customer.fullName,
    email: customer.email,
    password,
    loginToken,
    days: GENERATED_PASSWORD_DAYS,
    hasCart: Boolean(payload.cart),
  });
  await enqueueMail(tx, { key: null, kind: 'password', recipient: customer.email, content, secret: parts.sealer }, now);
}

async function mailThatItIsTaken(parts: AnswerParts, tx: Tx, customer: CustomerRow, now: Date): Promise<void> {
  const content = alreadyRegisteredMail(parts.look, customer);
  await enqueueMail(tx, { key: null, kind: 'already-registered', recipient: customer.email, content }, now);
}

async function mailResetLink(parts: AnswerParts, tx: Tx, email: string, now: Date): Promise<void> {
  const customer = await lockCustomerByEmail(tx, email);
  // Nobody is told that there is no such account, the address least of all: it may be a stranger's.
  if (!customer) return;
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
  await replaceLink(
    tx,
    { tokenHash: tokenHash(token), customerId: customer.id, purpose: 'reset', payload: {}, expiresAt },
    now,
  );
  const content = resetMail(parts.look, {
    fullName: customer.fullName,
    email: customer.email,
    token,
    minutes: RESET_MINUTES,
  });
  await enqueueMail(
    tx,
    { key: null, kind: 'password-reset', recipient: customer.email, content, secret: parts.sealer },
    now,
  );
}
