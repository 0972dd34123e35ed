import type { Language } from '#kernel/language.ts';
import { greeting } from '#platform/mail/greeting.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent } from '#platform/mail/mail-content.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { plainName } from '#platform/mail/plain-name.ts';
import type { Role } from '../domain/permissions.ts';
import { deviceInWords } from '../words/device-words.ts';
import { roleNames } from '../words/roles.ts';

/** What happened to somebody's sign-in or rights. */
export type StaffNotice =
  | { readonly kind: 'new-device'; readonly device: string }
  | { readonly kind: 'passkey-added' | 'passkey-removed'; readonly name: string }
  | { readonly kind: 'code-app-added' | 'code-app-removed' | 'password-set' | 'recovery-codes-replaced' }
  | { readonly kind: 'recovery-code-used'; readonly left: number }
  | { readonly kind: 'roles-changed'; readonly roles: readonly Role[] }
  | { readonly kind: 'suspended' | 'let-in' | 'reset' | 'sessions-ended' }
  | { readonly kind: 'invited'; readonly roles: readonly Role[] };

function sentenceOf(notice: StaffNotice, language: Language): string {
  const { text, translate, countText } = language;
  switch (notice.kind) {
    case 'new-device':
      return text('Someone signed in from a new browser: {device}.', {
        device: deviceInWords(notice.device, language),
      });
    case 'passkey-added':
      return text('The passkey “{name}” was added.', { name: deviceInWords(notice.name, language) });
    case 'passkey-removed':
      return text('The passkey “{name}” was removed.', { name: deviceInWords(notice.name, language) });
    case 'code-app-added':
      return text('An authenticator app was added.');
    case 'code-app-removed':
      return text('The authenticator app was removed.');
    case 'password-set':
      return text('The password was changed, and all other sessions were ended.');
    case 'recovery-codes-replaced':
      return text('New recovery codes were created. The old ones no longer work.');
    case 'recovery-code-used':
      return notice.left > 3
        ? countText(notice.left, {
            one: 'A recovery code was used to sign in. {count} is left.',
            other: 'A recovery code was used to sign in. {count} are left.',
          })
        : countText(notice.left, {
            one: 'A recovery code was used to sign in. Only {count} is left: please make new ones.',
            other: 'A recovery code was used to sign in. Only {count} are left: please make new ones.',
          });
    case 'roles-changed':
      return text('The roles are now {roles}.', { roles: listed(notice.roles, translate) });
    case 'suspended':
      return text('The account was suspended, and all its sessions were ended.');
    case 'let-in':
      return text('The account is no longer suspended.');
    case 'reset':
      return text(
        'The password, the passkeys and the authenticator app were removed. A link to set up new ones was emailed.',
      );
    case 'sessions-ended':
      return text('All sessions were ended.');
    case 'invited':
      return text('An account was created with these roles: {roles}.', { roles: listed(notice.roles, translate) });
  }
}

const listed = (roles: readonly Role[], translate: Language['translate']): string =>
  roles.map((role) => translate(roleNames[role])).join(', ');

/** The mail about a change to an account, to the person and to the owners. */
export function staffNoticeMail(
  look: MailLook,
  facts: {
    readonly toName: string;
    readonly about: string;
    readonly email: string;
    readonly isOwn: boolean;
    readonly by: string | null;
    readonly when: string;
    readonly notice: StaffNotice;
  },
): MailContent {
  const { language } = look;
  const { text, textNodes } = language;
  const about = plainName(facts.about) ?? facts.email;
  return composeMail(look, {
    subject: facts.isOwn
      ? text('Your office account at {shop} has changed', { shop: look.name })
      : text('An office account at {shop} has changed', { shop: look.name }),
    preheader: sentenceOf(facts.notice, language),
    title: facts.isOwn ? text('Your office account has changed') : text('An office account has changed'),
    reason: facts.isOwn
      ? text('You are receiving this email because you work in the office of {shop}.', { shop: look.name })
      : text('You are receiving this email because you are an owner of {shop}.', { shop: look.name }),
    parts: [
      greeting(language, facts.toName),
      { kind: 'paragraph', text: sentenceOf(facts.notice, language) },
      {
        kind: 'facts',
        rows: [
          { label: text('Account'), value: about === facts.email ? about : `${about}, ${facts.email}` },
          { label: text('Time'), value: facts.when },
          ...(facts.by ? [{ label: text('Done by'), value: facts.by }] : []),
        ],
      },
      {
        kind: 'notice',
        tone: 'warn',
        title: text('Not expected?'),
        text: facts.isOwn
          ? text('Tell an owner of the shop straight away. They can end your sessions and reset your sign-in.')
          : textNodes('End the sessions and reset the sign-in at {link}.', {
              link: linkTo(`${look.shopUrl}/office/staff`),
            }),
      },
    ],
  });
}

/** The link of an invitation, or after a reset the link to set up sign-in again. */
export function staffInviteMail(
  look: MailLook,
  facts: {
    readonly name: string;
    readonly by: string | null;
    readonly link: string;
    readonly hours: number;
    readonly isReset: boolean;
  },
): MailContent {
  const { language } = look;
  const { text } = language;
  const { isReset, hours } = facts;
  const by = facts.by === null ? null : plainName(facts.by);
  return composeMail(look, {
    subject: isReset
      ? text('Set up your sign-in to the office of {shop} again', { shop: look.name })
      : text('Your invitation to the office of {shop}', { shop: look.name }),
    preheader: text('The link works for {hours} hours.', { hours }),
    title: isReset ? text('Set up your sign-in again') : text('Your invitation to the office'),
    reason: text(
      'You are receiving this email because an owner of {shop} entered this address. If you do not know why, you can ignore this email: without the link, nobody can sign in.',
      { shop: look.name },
    ),
    parts: [
      greeting(language, facts.name),
      {
        kind: 'paragraph',
        text: isReset
          ? text(
              'Your sign-in was reset. Use the button below to set up a passkey, or a password with an authenticator app.',
            )
          : by
            ? text(
                '{by} has invited you to the office of {shop}. Use the button below to set up a passkey, or a password with an authenticator app.',
                { by, shop: look.name },
              )
            : text(
                'You have been invited to the office of {shop}. Use the button below to set up a passkey, or a password with an authenticator app.',
                { shop: look.name },
              ),
      },
      { kind: 'button', label: text('Set up sign-in'), url: facts.link },
      {
        kind: 'paragraph',
        text: text('The link works for {hours} hours, until your sign-in is set up. Please do not pass it on.', {
          hours,
        }),
      },
    ],
  });
}

const linkTo = (url: string) => ({ link: url.replace(/^https?:\/\//, ''), url });
