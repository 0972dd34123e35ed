import { markedText, type Sentence } from '#kernel/language.ts';
import { inWords } from '#kernel/problem.ts';
import { conflict, httpRefusals, invalidFields, tooMany } from '#platform/http/refusal.ts';
import { BUSY_WITH_PASSWORDS } from '#platform/secrets/passwords.ts';
import { COUNTRY_MISSING, formSentence } from '../words/account-forms.ts';
import type { AccountProblem } from './account-problem.ts';
import type { ConfirmEmailRefusal } from './confirm-email.ts';
import { WRONG_PASSWORD } from './fresh-proof.ts';
import type { LogInRefusal } from './log-in.ts';
import type { LogInWithLinkRefusal } from './log-in-with-link.ts';
import type { TooManyAttempts } from './request-account-mail.ts';
import type { ResetPasswordRefusal } from './reset-password.ts';
import type { UpdateSettingsRefusal } from './update-settings.ts';

type AccountRefusal =
  | ConfirmEmailRefusal
  | LogInRefusal
  | LogInWithLinkRefusal
  | TooManyAttempts
  | ResetPasswordRefusal
  | UpdateSettingsRefusal;

function problemSentence(problem: AccountProblem): Sentence {
  switch (problem.kind) {
    case 'new_password_common':
      return markedText('This password is easy to guess. Please choose another one.');
    case 'old_password_wrong':
      return WRONG_PASSWORD;
    case 'country_missing':
      return COUNTRY_MISSING;
    default:
      return formSentence(problem);
  }
}

export const accountRefusal = httpRefusals<AccountRefusal>({
  login_failed: { status: 422, message: markedText('Login failed.') },
  link_unusable: conflict(
    markedText('This link has already been used or has expired. Please log in with your password.'),
  ),
  email_link_unusable: conflict(
    markedText('This link has already been used or has expired. Please change the address in your settings again.'),
  ),
  code_unusable: conflict(markedText('This code has already been used or has timed out. Please request a new one.')),
  invalid: ({ problems }) => invalidFields(inWords(problems, problemSentence)),
  too_many_attempts: ({ waitSeconds }) => tooMany(waitSeconds),
  busy: BUSY_WITH_PASSWORDS,
});
