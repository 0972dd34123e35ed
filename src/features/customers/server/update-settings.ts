import { formatDateTimeInZone } from '#kernel/dates.ts';
import { emailKey } from '#kernel/email.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { clearAttempts, countAttempt } from '#platform/http/rate-limits.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { isCommonPassword } from '#platform/secrets/common-passwords.ts';
import { hashUnlessBusy, matchesUnlessBusy } from '#platform/secrets/passwords.ts';
import { accountProblems } from '../domain/account-form.ts';
import { isBlank } from '../domain/password-rules.ts';
import { countEmailChange } from './account-limits.ts';
import { shopAndLook } from './account-look.ts';
import { passwordChangedMail } from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import type { AccountProblem } from './account-problem.ts';
import { insertAccountRequest } from './account-request-store.ts';
import { type CustomerRow, findCustomer, lockCustomer, saveDetails, saveOwnPassword } from './customer-store.ts';
import { deleteLoginTokensOf } from './login-token-store.ts';
import { deleteLinks } from './single-use-link-store.ts';

export interface Settings {
  readonly old_password: string;
  readonly new_password: string;
  readonly full_name: string;
  readonly email: string;
  /** Unchanged if left out. */
  readonly country?: string | null;
  readonly address?: Readonly<Record<string, string>>;
}

export type UpdateSettingsRefusal =
  | { readonly kind: 'invalid'; readonly problems: readonly AccountProblem[] }
  | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number }
  | { readonly kind: 'busy' };

const WRONG_PASSWORD: AccountProblem = {
  field: 'old_password',
  kind: 'old_password_wrong',
};

/**
 * Always requires the current password. A new password ends every other login. A new email address takes effect only
 * when the link sent to it is used (`confirm-email.ts`); whether it is taken is checked after the response. `remember`
 * stores the response in the same transaction.
 */
export async function updateSettings(
  parts: AccountParts,
  caller: { readonly customerId: number; readonly tokenHash: Buffer; readonly ip: string },
  settings: Settings,
  now: Date,
  remember: (tx: Tx) => Promise<void> = async () => {},
): Promise<Result<null, UpdateSettingsRefusal>> {
  const { db, passwords, limits } = parts;
  const { look, shop } = await shopAndLook(parts);
  const problems: AccountProblem[] = accountProblems(settings);
  const newPassword = isBlank(settings.new_password) ? null : settings.new_password;
  const hasNewProblem = problems.some(({ field }) => field === 'new_password');
  if (
    newPassword &&
    !hasNewProblem &&
    isCommonPassword(newPassword, [settings.email, settings.full_name, shop.public.name])
  ) {
    problems.push({ field: 'new_password', kind: 'new_password_common' });
  }
  if (settings.country && !shop.public.countries.some(({ code }) => code === settings.country)) {
    problems.push({ field: 'country', kind: 'country_missing' });
  }
  if (problems.length > 0) return refuse({ kind: 'invalid', problems });

  const tries = await countAttempt(db, limits['account-password'], String(caller.customerId), now);
  if (!tries.allowed) return refuse({ kind: 'too_many_attempts', waitSeconds: tries.retryAfterSeconds });
  const customer = await findCustomer(db, caller.customerId);
  const matches = await matchesUnlessBusy(passwords, customer?.passwordHash ?? null, settings.old_password);
  if (matches === 'busy') return refuse({ kind: 'busy' });
  if (!matches || !customer) return refuse({ kind: 'invalid', problems: [WRONG_PASSWORD] });
  await clearAttempts(db, limits['account-password'], String(caller.customerId));
  if (emailKey(settings.email) !== emailKey(customer.email)) {
    const wait = await countEmailChange(db, limits, { ...caller, email: settings.email }, now);
    if (wait !== null) return refuse({ kind: 'too_many_attempts', waitSeconds: wait });
  }
  const newHash = newPassword && (await hashUnlessBusy(passwords, newPassword));
  if (newHash === 'busy') return refuse({ kind: 'busy' });

  const lines = shop.public.addressLines.map(({ key }) => key);
  return await db.transaction<Result<null, UpdateSettingsRefusal>>(async (tx) => {
    const current = await lockCustomer(tx, customer.id);
    // The password may have changed between its check and the lock.
    if (current?.passwordHash !== customer.passwordHash) return refuse({ kind: 'invalid', problems: [WRONG_PASSWORD] });
    const isOtherEmail = emailKey(settings.email) !== emailKey(current.email);
    await saveDetails(tx, current.id, {
      email: isOtherEmail ? current.email : settings.email,
      fullName: settings.full_name,
      country: settings.country === undefined ? current.country : settings.country,
      address: settings.address === undefined ? current.address : configuredLines(settings.address, lines),
    });
    if (newHash) {
      await changePassword(tx, current, newHash, caller.tokenHash);
      const content = passwordChangedMail(look, {
        fullName: current.fullName,
        when: formatDateTimeInZone(now, shop.public),
      });
      await enqueueMail(tx, { key: null, kind: 'password-changed', recipient: current.email, content }, now);
    }
    if (isOtherEmail) {
      await insertAccountRequest(tx, { kind: 'email', email: settings.email, customerId: current.id }, now);
    }
    await remember(tx);
    return ok(null);
  });
}

async function changePassword(tx: Tx, customer: CustomerRow, newHash: string, keptToken: Buffer): Promise<void> {
  await saveOwnPassword(tx, customer.id, newHash);
  await deleteLoginTokensOf(tx, customer.id, keptToken);
  await deleteLinks(tx, customer.id, ['reset', 'login', 'email']);
}

function configuredLines(address: Readonly<Record<string, string>>, lines: readonly string[]): Record<string, string> {
  const configured: Record<string, string> = {};
  for (const line of lines) {
    const text = Object.hasOwn(address, line) ? address[line] : undefined;
    if (text) configured[line] = text;
  }
  return configured;
}
