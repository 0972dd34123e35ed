import type { Shop } from '#features/shop-config/server/public.ts';
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
  takeAccountRequest,
} from './account-request-store.ts';
import {
  type CustomerRow,
  insertCustomer,
  lockCustomer,
  lockCustomerByEmail,
  saveGeneratedPassword,
  saveName,
} from './customer-store.ts';
import { inviteCustomer } from './invite-customer.ts';
import { mailEmailLink } from './mail-email-link.ts';
import { replaceLink } from './single-use-link-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A generated password that is never used expires after this many days. */
const GENERATED_PASSWORD_DAYS = 7;
const RESET_MINUTES = 15;
/** A second registration within this time is a double click and gets no second password. */
const DOUBLE_CLICK_MS = 60_000;
const MAX_ATTEMPTS = 10;
/** Much longer than an answer takes. If a worker dies, another one answers after this. */
const LEASE_MS = 60_000;

/**
 * Due work: answers account requests by mail. It runs after the response, which therefore cannot reveal whether an
 * address has an account. Each request and its mail share a transaction. A failed request is postponed, so that it does
 * not block others, and dropped after ten attempts.
 */
export function answerAccountRequests(parts: AccountParts, onError: (error: unknown) => void = () => {}): DueWork {
  return {
    name: 'answer-account-requests',
    async run(now) {
      const next = await takeAccountRequest(parts.db, now, new Date(now.getTime() + LEASE_MS));
      if (!next) return 0;
      try {
        // Done before the transaction, which must wait neither for a second connection while it holds one, nor for a
        // hash that queues behind logins.
        const { look, shop } = await shopAndLook(parts);
        const generated = next.kind === 'register' ? await generatePassword(parts) : null;
        await parts.db.transaction(async (tx) => {
          const request = await lockAccountRequest(tx, next);
          if (!request) return;
          await answer({ ...parts, look, shop }, tx, request, generated, now);
          await deleteAccountRequest(tx, next);
        });
      } catch (error) {
        onError(error);
        if (next.tries >= MAX_ATTEMPTS) await deleteAccountRequest(parts.db, next);
        else await postponeAccountRequest(parts.db, next, new Date(now.getTime() + 7_500 * 2 ** next.tries));
      }
      return 1;
    },
  };
}

interface GeneratedPassword {
  readonly password: string;
  readonly hash: string;
}

async function generatePassword({ passwords }: AccountParts): Promise<GeneratedPassword> {
  const password = readablePassword();
  return { password, hash: await passwords.hash(password) };
}

interface AnswerParts extends AccountParts {
  readonly look: MailLook;
  readonly shop: Shop;
}

async function answer(
  parts: AnswerParts,
  tx: Tx,
  request: AccountRequest,
  generated: GeneratedPassword | null,
  now: Date,
): Promise<void> {
  if (request.kind === 'reset') return await mailResetLink(parts, tx, request.email, now);
  if (request.kind === 'email') return await mailEmailLink(parts, tx, request, now);
  if (request.kind === 'invitation') return await inviteCustomer(tx, parts, request.customerId, now);
  if (!generated) throw new Error('A registration needs a password');
  const id = await insertCustomer(tx, request, now);
  const customer = id === undefined ? await lockCustomerByEmail(tx, request.email) : await lockCustomer(tx, id);
  if (!customer) throw new Error('The account of this registration is gone');
  if (isDoubleClick(customer, now)) return;
  if (wasEverUsed(customer)) return await mailAlreadyRegistered(parts, tx, customer, now);
  // The account may have been created under another name, by a typo or for somebody else.
  await saveName(tx, customer.id, request.fullName);
  await mailPassword(parts, tx, { ...customer, fullName: request.fullName }, request.payload, generated, now);
}

/** Whether the account's password was ever used, or chosen by its owner. If not, registering again starts over. */
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
  { password, hash }: GeneratedPassword,
  now: Date,
): Promise<void> {
  const loginToken = randomToken();
  const expiresAt = new Date(now.getTime() + GENERATED_PASSWORD_DAYS * DAY_MS);
  await saveGeneratedPassword(tx, customer.id, hash, expiresAt);
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

async function mailAlreadyRegistered(parts: AnswerParts, tx: Tx, customer: CustomerRow, now: Date): Promise<void> {
  const content = alreadyRegisteredMail(parts.look, customer);
  await enqueueMail(tx, { key: null, kind: 'already-registered', recipient: customer.email, content }, now);
}

async function mailResetLink(parts: AnswerParts, tx: Tx, email: string, now: Date): Promise<void> {
  const customer = await lockCustomerByEmail(tx, email);
  // Nobody must learn that there is no such account. Send no mail either: the address may be a stranger's.
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
