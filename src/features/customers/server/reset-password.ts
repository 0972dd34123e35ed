import { formatDateTimeInZone } from '#kernel/dates.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { isCommonPassword } from '#platform/secrets/common-passwords.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { hashUnlessBusy } from '#platform/secrets/passwords.ts';
import { resetPasswordProblems } from '../domain/reset-password-form.ts';
import { countCode, trustNetwork } from './account-limits.ts';
import { shopAndLook } from './account-look.ts';
import { passwordChangedMail } from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import type { AccountProblem } from './account-problem.ts';
import { lockCustomerByEmail, saveOwnPassword } from './customer-store.ts';
import { deleteLoginTokensOf } from './login-token-store.ts';
import { deleteLinks, isResetLinkOpen, spendResetLink } from './single-use-link-store.ts';

export type ResetPasswordRefusal =
  | { readonly kind: 'invalid'; readonly problems: readonly AccountProblem[] }
  | { readonly kind: 'code_unusable' }
  | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number }
  | { readonly kind: 'busy' };

/**
 * Sets a new password. The code works once, and a refused password does not use it up. The new password ends every
 * login of the customer and invalidates every other link, and the customer gets a mail. `remember` stores the response
 * in the same transaction.
 */
export async function resetPassword(
  parts: AccountParts,
  attempt: { readonly code: string; readonly email: string; readonly password: string; readonly ip: string },
  now: Date,
  remember: (tx: Tx) => Promise<void> = async () => {},
): Promise<Result<null, ResetPasswordRefusal>> {
  const { db, passwords, limits } = parts;
  const { email, password } = attempt;
  const wait = await countCode(db, limits, attempt.ip, now);
  if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });
  const problems: AccountProblem[] = resetPasswordProblems({ password });
  const { look, shop } = await shopAndLook(parts);
  if (problems.length === 0 && isCommonPassword(password, [email, shop.public.name])) {
    problems.push({ field: 'password', kind: 'new_password_common' });
  }
  if (problems.length > 0) return refuse({ kind: 'invalid', problems });

  // A cheap check before the costly hash. Using the code inside the transaction decides.
  const codeHash = tokenHash(attempt.code);
  if (!(await isResetLinkOpen(db, codeHash, email, now))) return refuse({ kind: 'code_unusable' });
  const passwordHash = await hashUnlessBusy(passwords, password);
  if (passwordHash === 'busy') return refuse({ kind: 'busy' });
  const done = await db.transaction<Result<null, ResetPasswordRefusal>>(async (tx) => {
    const customer = await lockCustomerByEmail(tx, email);
    const link = customer && (await spendResetLink(tx, codeHash, email, now));
    if (!link) return refuse({ kind: 'code_unusable' });
    await saveOwnPassword(tx, customer.id, passwordHash);
    await deleteLoginTokensOf(tx, customer.id, null);
    await deleteLinks(tx, customer.id, ['login', 'email']);
    const content = passwordChangedMail(look, {
      fullName: customer.fullName,
      when: formatDateTimeInZone(now, shop.public),
    });
    await enqueueMail(tx, { key: null, kind: 'password-changed', recipient: customer.email, content }, now);
    await remember(tx);
    return ok(null);
  });
  if (done.ok) await trustNetwork(db, limits, attempt, now);
  return done;
}
