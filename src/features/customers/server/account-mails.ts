import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent } from '#platform/mail/mail-content.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { plainName } from '#platform/mail/plain-name.ts';
import { INVITED } from '../domain/invited.ts';

/** The generated password, with a link that logs in once and returns to where the customer was. */
export function passwordMail(
  look: MailLook,
  facts: { fullName: string; email: string; password: string; loginToken: string; days: number; hasCart: boolean },
): MailContent {
  return composeMail(look, {
    subject: `Your password for ${look.name}`,
    preheader: facts.hasCart ? 'Log in and go on with your cart.' : 'Log in with one press, or with your password.',
    title: `Welcome to ${look.name}`,
    reason: `You get this mail because this address was used to register at ${look.name}. If that was not you, you need not do anything: without this mail nobody can log in.`,
    parts: [
      { kind: 'paragraph', text: `${greeting(facts.fullName)} your account is ready.` },
      {
        kind: 'paragraph',
        text: facts.hasCart
          ? 'This button logs you in and takes you back to your cart. It works once.'
          : 'This button logs you in and takes you back to where you were. It works once.',
      },
      { kind: 'button', label: 'Log in', url: `${look.shopUrl}/login-link#${facts.loginToken}` },
      {
        kind: 'paragraph',
        text: ['Later you log in with your email address and this password at ', linkTo(`${look.shopUrl}/login`), '.'],
      },
      { kind: 'facts', rows: [{ label: 'Email address', value: facts.email }] },
      { kind: 'code', label: 'Password', value: facts.password },
      {
        kind: 'paragraph',
        text: `Use one of them within ${facts.days} days; after that both end, and “Forgot your password?” brings a new start. You can choose a password of your own in Account Settings at any time.`,
      },
    ],
  });
}

/** Somebody registered with an address that has an account already. */
export function alreadyRegisteredMail(look: MailLook, facts: { fullName: string; email: string }): MailContent {
  return composeMail(look, {
    subject: `You already have an account at ${look.name}`,
    preheader: 'Log in with your password, or choose a new one.',
    title: 'You already have an account',
    reason: `You get this mail because this address was used to register at ${look.name}. If that was not you, you need not do anything: your account is as it was.`,
    parts: [
      {
        kind: 'paragraph',
        text: [
          `${greeting(facts.fullName)} somebody, most likely you, has just tried to register with `,
          { strong: facts.email },
          '. There is an account with this address already, so nothing was changed.',
        ],
      },
      { kind: 'button', label: 'Log in', url: `${look.shopUrl}/login` },
      {
        kind: 'paragraph',
        text: ['Forgot your password? Choose a new one at ', linkTo(`${look.shopUrl}/forgot-password`), '.'],
      },
    ],
  });
}

/** The link that opens the page for a new password. */
export function resetMail(
  look: MailLook,
  facts: { fullName: string; email: string; token: string; minutes: number },
): MailContent {
  return composeMail(look, {
    subject: `Choose a new password for ${look.name}`,
    preheader: `The link works once, for ${facts.minutes} minutes.`,
    title: 'Choose a new password',
    reason: `You get this mail because a new password was asked for at ${look.name}. If that was not you, you need not do anything: your password stays as it is.`,
    parts: [
      {
        kind: 'paragraph',
        text: `${greeting(facts.fullName)} with this button you choose a new password. It works once, and for ${facts.minutes} minutes from now.`,
      },
      {
        kind: 'button',
        label: 'Choose a new password',
        url: `${look.shopUrl}/reset-password/${encodeURIComponent(facts.email)}/${facts.token}`,
      },
      { kind: 'paragraph', text: 'If you asked more than once, only the link of the newest mail works.' },
    ],
  });
}

/** An account was made for somebody who did not ask for it: a ticket was handed to this address, or an order taken by phone. */
export function invitationMail(
  look: MailLook,
  facts: { fullName: string; email: string; token: string; days: number },
): MailContent {
  return composeMail(look, {
    subject: `Your account at ${look.name}`,
    preheader: 'Choose a password, and your tickets are in the portal.',
    title: 'Choose a password for your account',
    reason: `You get this mail because something was ordered for you, or handed to you, at ${look.name}. If you do not want an account, you need not do anything: without a password nobody can log in.`,
    parts: [
      {
        kind: 'paragraph',
        text: `${greeting(facts.fullName)} we have made an account for this address, so that you can see and manage what is yours. With this button you choose its password. It works once, and for ${facts.days} days.`,
      },
      {
        kind: 'button',
        label: 'Choose a password',
        url: `${look.shopUrl}/reset-password/${encodeURIComponent(facts.email)}/${facts.token}?${INVITED}`,
      },
      { kind: 'facts', rows: [{ label: 'Email address', value: facts.email }] },
      {
        kind: 'paragraph',
        text: ['Later than that, ask for a new link at ', linkTo(`${look.shopUrl}/forgot-password`), '.'],
      },
    ],
  });
}

export function passwordChangedMail(look: MailLook, facts: { fullName: string; when: string }): MailContent {
  return composeMail(look, {
    subject: `Your password for ${look.name} was changed`,
    preheader: 'If that was you, all is well.',
    title: 'Your password was changed',
    reason: `You get this mail because the password of your account at ${look.name} was changed.`,
    parts: [
      {
        kind: 'paragraph',
        text: `${greeting(facts.fullName)} the password of your account was changed on ${facts.when}. Wherever else you were logged in, you need to log in again.`,
      },
      notYou(look),
    ],
  });
}

/** Goes to the address that an account wishes to have: its link makes it so. */
export function emailLinkMail(look: MailLook, facts: { fullName: string; token: string; hours: number }): MailContent {
  return composeMail(look, {
    subject: `Confirm your email address for ${look.name}`,
    preheader: `The link works once, for ${facts.hours} hours.`,
    title: 'Confirm your email address',
    reason: `You get this mail because this address was entered in an account at ${look.name}. If that was not you, you need not do anything: nothing changes without this mail.`,
    parts: [
      {
        kind: 'paragraph',
        text: `${greeting(facts.fullName)} with this button this becomes the email address of your account. It works once, and for ${facts.hours} hours from now.`,
      },
      { kind: 'button', label: 'Confirm this address', url: `${look.shopUrl}/confirm-email#${facts.token}` },
      { kind: 'paragraph', text: 'If you asked more than once, only the link of the newest mail works.' },
    ],
  });
}

/** Somebody wished to move an account to an address that has one already. */
export function emailTakenMail(look: MailLook, facts: { fullName: string; email: string }): MailContent {
  return composeMail(look, {
    subject: `You already have an account at ${look.name}`,
    preheader: 'Nothing was changed.',
    title: 'You already have an account',
    reason: `You get this mail because this address was entered in another account at ${look.name}. If that was not you, you need not do anything: your account is as it was.`,
    parts: [
      {
        kind: 'paragraph',
        text: [
          `${greeting(facts.fullName)} somebody, most likely you, wanted to give another account the address `,
          { strong: facts.email },
          '. There is an account with this address already, so nothing was changed.',
        ],
      },
      { kind: 'button', label: 'Log in', url: `${look.shopUrl}/login` },
    ],
  });
}

/** Goes to the address that the account has, when another one was entered. Says the same whether that one can be had or not. */
export function emailAskedMail(look: MailLook, facts: { fullName: string; newEmail: string }): MailContent {
  return composeMail(look, {
    subject: `Another email address was entered for your account at ${look.name}`,
    preheader: 'Nothing changes until it is confirmed.',
    title: 'Another email address was entered',
    reason: `You get this mail because this is the address of your account at ${look.name}.`,
    parts: [
      {
        kind: 'paragraph',
        text: `${greeting(facts.fullName)} this address was entered for your account, with your password. Nothing changes until it is confirmed from there.`,
      },
      { kind: 'facts', rows: [{ label: 'Entered address', value: facts.newEmail }] },
      notYou(look),
    ],
  });
}

/** Goes to the address that the account had until now. */
export function emailChangedMail(
  look: MailLook,
  facts: { fullName: string; newEmail: string; when: string },
): MailContent {
  return composeMail(look, {
    subject: `Your email address at ${look.name} was changed`,
    preheader: 'From now on our mails go to the new address.',
    title: 'Your email address was changed',
    reason: `You get this mail because this was the address of your account at ${look.name} until now.`,
    parts: [
      {
        kind: 'paragraph',
        text: `${greeting(facts.fullName)} on ${facts.when} the email address of your account was changed. Our mails go to the new address from now on, and you log in with it.`,
      },
      { kind: 'facts', rows: [{ label: 'New address', value: facts.newEmail }] },
      {
        kind: 'notice',
        tone: 'warn',
        title: 'Was that not you?',
        text: [
          'Please write to ',
          { link: look.contactEmail, url: `mailto:${look.contactEmail}` },
          ' at once, so that we can help.',
        ],
      },
    ],
  });
}

const notYou = (look: MailLook) =>
  ({
    kind: 'notice',
    tone: 'warn',
    title: 'Was that not you?',
    text: [
      'Choose a new password at ',
      linkTo(`${look.shopUrl}/forgot-password`),
      ' and write to ',
      { link: look.contactEmail, url: `mailto:${look.contactEmail}` },
      '.',
    ],
  }) as const;

const linkTo = (url: string) => ({ link: url.replace(/^https?:\/\//, ''), url });

const greeting = (fullName: string): string => {
  const name = plainName(fullName);
  return name ? `Hello ${name},` : 'Hello,';
};
