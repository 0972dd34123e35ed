import { inWords } from '#kernel/problem.ts';
import { ok, refuse } from '#kernel/result.ts';
import { type CallContext, type CallRegistry, reply } from '#platform/http/calls.ts';
import { invalidFields, loginNeeded } from '#platform/http/refusal.ts';
import * as contract from '../contract.ts';
import { emailProblems } from '../domain/email-form.ts';
import { loginProblems } from '../domain/login-form.ts';
import { registerProblems } from '../domain/register-form.ts';
import { formSentence } from '../words/account-forms.ts';
import { SPAM_NOTE } from '../words/sent-mail.ts';
import { type AccountSetup, accountParts } from './account-parts.ts';
import { accountRefusal } from './account-refusals.ts';
import { confirmEmail } from './confirm-email.ts';
import { findCustomer } from './customer-store.ts';
import { logIn } from './log-in.ts';
import { logInWithLink } from './log-in-with-link.ts';
import { deleteLoginToken } from './login-token-store.ts';
import { requestPasswordReset, requestRegistration } from './request-account-mail.ts';
import { resetPassword } from './reset-password.ts';
import { updateSettings } from './update-settings.ts';

export function addCustomerCalls(calls: CallRegistry, setup: AccountSetup): void {
  const parts = accountParts(setup);

  calls.add(contract.login, async (body, { ip, now }) => {
    const problems = loginProblems(body);
    if (problems.length > 0) return refuse(invalidFields(inWords(problems, formSentence)));
    const result = await logIn(parts, { ...body, ip }, now);
    if (!result.ok) return refuse(accountRefusal(result.error));
    return reply({ remember_token: result.value.token }, result.value.customerId);
  });

  calls.add(contract.logout, async (_body, { caller }) => {
    if (caller) await deleteLoginToken(parts.db, caller.tokenHash);
    return reply({}, null);
  });

  calls.add(contract.getUser, async (_body, context) => {
    const customer = await findCustomer(parts.db, callerOf(context).customerId);
    // The account was erased between the check of the login and this read.
    if (!customer) return refuse(loginNeeded);
    return reply({ user: { full_name: customer.fullName, email: customer.email } });
  });

  calls.add(contract.register, async (body, { ip, now, remember, language: { text, translate } }) => {
    const problems = registerProblems(body);
    if (problems.length > 0) return refuse(invalidFields(inWords(problems, formSentence)));
    const { full_name: fullName, email, from, cart } = body;
    // This is also true for a known address: its owner gets a mail about the existing account.
    const sent = text(
      'If this address is new to us, your password was sent by email. If it already has an account, the email says so.',
    );
    const answer = { message: `${sent} ${translate(SPAM_NOTE)}` };
    const request = { fullName, email, from, cart, ip };
    const result = await requestRegistration(parts, request, now, (tx) => remember(tx, answer));
    return result.ok ? reply(answer) : refuse(accountRefusal(result.error));
  });

  calls.add(contract.loginWithLink, async (body, { ip, now }) => {
    const linkToken = body.link ?? body.token ?? '';
    const result = await logInWithLink(parts, { linkToken, ip }, now);
    if (!result.ok) return refuse(accountRefusal(result.error));
    const { token, customerId, from, cart } = result.value;
    return reply({ remember_token: token, from, cart }, customerId);
  });

  calls.add(contract.requestPasswordReset, async (body, { ip, now, remember, language: { text, translate } }) => {
    const problems = emailProblems(body);
    if (problems.length > 0) return refuse(invalidFields(inWords(problems, formSentence)));
    const answer = { message: `${text('Request successful. Please check your email.')} ${translate(SPAM_NOTE)}` };
    const result = await requestPasswordReset(parts, { email: body.email, ip }, now, (tx) => remember(tx, answer));
    return result.ok ? reply(answer) : refuse(accountRefusal(result.error));
  });

  calls.add(contract.resetPassword, async (body, { ip, now, remember, language: { text } }) => {
    const { token: code, email, password } = body;
    const answer = { message: text('Your password was changed. You can now log in with it.') };
    const result = await resetPassword(parts, { code, email, password, ip }, now, (tx) => remember(tx, answer));
    return result.ok ? reply(answer) : refuse(accountRefusal(result.error));
  });

  calls.add(contract.confirmEmail, async (body, { ip, now, remember, language: { text } }) => {
    const answer = { message: text('Your email address was changed. Use it to log in from now on.') };
    const result = await confirmEmail(parts, { linkToken: body.link, ip }, now, (tx) => remember(tx, answer));
    return result.ok ? reply(answer) : refuse(accountRefusal(result.error));
  });

  calls.add(contract.updateSettings, async (body, context) => {
    const result = await updateSettings(parts, { ...callerOf(context), ip: context.ip }, body, context.now, (tx) =>
      context.remember(tx, {}),
    );
    return result.ok ? ok({ answer: {} }) : refuse(accountRefusal(result.error));
  });
}

function callerOf({ caller }: CallContext) {
  if (!caller) throw new Error('This call needs a login');
  return caller;
}
