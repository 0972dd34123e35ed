import { text } from '#kernel/text.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent, MailPart } from '#platform/mail/mail-content.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { plainName } from '#platform/mail/plain-name.ts';
import { textNodes } from '#platform/mail/text-nodes.ts';
import { INVITED } from '../domain/invited.ts';

/** The generated password, with a link that logs in once and returns to where the customer was. */
export function passwordMail(
  look: MailLook,
  facts: { fullName: string; email: string; password: string; loginToken: string; days: number; hasCart: boolean },
): MailContent {
  return composeMail(look, {
    subject: text('Your password for {shop}', { shop: look.name }),
    preheader: facts.hasCart
      ? text('Log in and go on with your cart.')
      : text('Log in with one press, or with your password.'),
    title: text('Welcome to {shop}', { shop: look.name }),
    reason: text(
      'You get this mail because this address was used to register at {shop}. If that was not you, you need not do anything: without this mail nobody can log in.',
      { shop: look.name },
    ),
    parts: [
      { kind: 'paragraph', text: text('{greeting} your account is ready.', { greeting: greeting(facts.fullName) }) },
      {
        kind: 'paragraph',
        text: facts.hasCart
          ? text('This button logs you in and takes you back to your cart. It works once.')
          : text('This button logs you in and takes you back to where you were. It works once.'),
      },
      { kind: 'button', label: text('Log in'), url: `${look.shopUrl}/login-link#${facts.loginToken}` },
      {
        kind: 'paragraph',
        text: textNodes('Later you log in with your email address and this password at {link}.', {
          link: linkTo(`${look.shopUrl}/login`),
        }),
      },
      { kind: 'facts', rows: [{ label: text('Email address'), value: facts.email }] },
      { kind: 'code', label: text('Password'), value: facts.password },
      {
        kind: 'paragraph',
        text: text(
          'Use one of them within {days} days; after that both end, and “Forgot your password?” brings a new start. You can choose a password of your own in Account Settings at any time.',
          { days: facts.days },
        ),
      },
    ],
  });
}

/** Somebody registered with an address that has an account already. */
export function alreadyRegisteredMail(look: MailLook, facts: { fullName: string; email: string }): MailContent {
  return composeMail(look, {
    subject: text('You already have an account at {shop}', { shop: look.name }),
    preheader: text('Log in with your password, or choose a new one.'),
    title: text('You already have an account'),
    reason: text(
      'You get this mail because this address was used to register at {shop}. If that was not you, you need not do anything: your account is as it was.',
      { shop: look.name },
    ),
    parts: [
      {
        kind: 'paragraph',
        text: textNodes(
          '{greeting} somebody, most likely you, has just tried to register with {email}. There is an account with this address already, so nothing was changed.',
          toOwner(facts),
        ),
      },
      { kind: 'button', label: text('Log in'), url: `${look.shopUrl}/login` },
      {
        kind: 'paragraph',
        text: textNodes('Forgot your password? Choose a new one at {link}.', {
          link: linkTo(`${look.shopUrl}/forgot-password`),
        }),
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
    subject: text('Choose a new password for {shop}', { shop: look.name }),
    preheader: text('The link works once, for {minutes} minutes.', { minutes: facts.minutes }),
    title: text('Choose a new password'),
    reason: text(
      'You get this mail because a new password was asked for at {shop}. If that was not you, you need not do anything: your password stays as it is.',
      { shop: look.name },
    ),
    parts: [
      {
        kind: 'paragraph',
        text: text(
          '{greeting} with this button you choose a new password. It works once, and for {minutes} minutes from now.',
          { greeting: greeting(facts.fullName), minutes: facts.minutes },
        ),
      },
      {
        kind: 'button',
        label: text('Choose a new password'),
        url: `${look.shopUrl}/reset-password/${encodeURIComponent(facts.email)}/${facts.token}`,
      },
      { kind: 'paragraph', text: text('If you asked more than once, only the link of the newest mail works.') },
    ],
  });
}

/** An account was made for somebody who did not ask for it: a ticket was handed to this address, or an order taken by phone. */
export function invitationMail(
  look: MailLook,
  facts: { fullName: string; email: string; token: string; days: number },
): MailContent {
  return composeMail(look, {
    subject: text('Your account at {shop}', { shop: look.name }),
    preheader: text('Choose a password, and your tickets are in the portal.'),
    title: text('Choose a password for your account'),
    reason: text(
      'You get this mail because something was ordered for you, or handed to you, at {shop}. If you do not want an account, you need not do anything: without a password nobody can log in.',
      { shop: look.name },
    ),
    parts: [
      {
        kind: 'paragraph',
        text: text(
          '{greeting} we have made an account for this address, so that you can see and manage what is yours. With this button you choose its password. It works once, and for {days} days.',
          { greeting: greeting(facts.fullName), days: facts.days },
        ),
      },
      {
        kind: 'button',
        label: text('Choose a password'),
        url: `${look.shopUrl}/reset-password/${encodeURIComponent(facts.email)}/${facts.token}?${INVITED}`,
      },
      { kind: 'facts', rows: [{ label: text('Email address'), value: facts.email }] },
      {
        kind: 'paragraph',
        text: textNodes('Later than that, ask for a new link at {link}.', {
          link: linkTo(`${look.shopUrl}/forgot-password`),
        }),
      },
    ],
  });
}

export function passwordChangedMail(look: MailLook, facts: { fullName: string; when: string }): MailContent {
  return composeMail(look, {
    subject: text('Your password for {shop} was changed', { shop: look.name }),
    preheader: text('If that was you, all is well.'),
    title: text('Your password was changed'),
    reason: text('You get this mail because the password of your account at {shop} was changed.', { shop: look.name }),
    parts: [
      {
        kind: 'paragraph',
        text: text(
          '{greeting} the password of your account was changed on {when}. Wherever else you were logged in, you need to log in again.',
          { greeting: greeting(facts.fullName), when: facts.when },
        ),
      },
      notYou(look),
    ],
  });
}

/** Goes to the address that an account wishes to have: its link makes it so. */
export function emailLinkMail(look: MailLook, facts: { fullName: string; token: string; hours: number }): MailContent {
  return composeMail(look, {
    subject: text('Confirm your email address for {shop}', { shop: look.name }),
    preheader: text('The link works once, for {hours} hours.', { hours: facts.hours }),
    title: text('Confirm your email address'),
    reason: text(
      'You get this mail because this address was entered in an account at {shop}. If that was not you, you need not do anything: nothing changes without this mail.',
      { shop: look.name },
    ),
    parts: [
      {
        kind: 'paragraph',
        text: text(
          '{greeting} with this button this becomes the email address of your account. It works once, and for {hours} hours from now.',
          { greeting: greeting(facts.fullName), hours: facts.hours },
        ),
      },
      { kind: 'button', label: text('Confirm this address'), url: `${look.shopUrl}/confirm-email#${facts.token}` },
      { kind: 'paragraph', text: text('If you asked more than once, only the link of the newest mail works.') },
    ],
  });
}

/** Somebody wished to move an account to an address that has one already. */
export function emailTakenMail(look: MailLook, facts: { fullName: string; email: string }): MailContent {
  return composeMail(look, {
    subject: text('You already have an account at {shop}', { shop: look.name }),
    preheader: text('Nothing was changed.'),
    title: text('You already have an account'),
    reason: text(
      'You get this mail because this address was entered in another account at {shop}. If that was not you, you need not do anything: your account is as it was.',
      { shop: look.name },
    ),
    parts: [
      {
        kind: 'paragraph',
        text: textNodes(
          '{greeting} somebody, most likely you, wanted to give another account the address {email}. There is an account with this address already, so nothing was changed.',
          toOwner(facts),
        ),
      },
      { kind: 'button', label: text('Log in'), url: `${look.shopUrl}/login` },
    ],
  });
}

/** Goes to the address that the account has, when another one was entered. Says the same whether that one can be had or not. */
export function emailAskedMail(look: MailLook, facts: { fullName: string; newEmail: string }): MailContent {
  return composeMail(look, {
    subject: text('Another email address was entered for your account at {shop}', { shop: look.name }),
    preheader: text('Nothing changes until it is confirmed.'),
    title: text('Another email address was entered'),
    reason: text('You get this mail because this is the address of your account at {shop}.', { shop: look.name }),
    parts: [
      {
        kind: 'paragraph',
        text: text(
          '{greeting} this address was entered for your account, with your password. Nothing changes until it is confirmed from there.',
          { greeting: greeting(facts.fullName) },
        ),
      },
      { kind: 'facts', rows: [{ label: text('Entered address'), value: facts.newEmail }] },
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
    subject: text('Your email address at {shop} was changed', { shop: look.name }),
    preheader: text('From now on our mails go to the new address.'),
    title: text('Your email address was changed'),
    reason: text('You get this mail because this was the address of your account at {shop} until now.', {
      shop: look.name,
    }),
    parts: [
      {
        kind: 'paragraph',
        text: text(
          '{greeting} on {when} the email address of your account was changed. You now log in with the new one. Our mails go there, including those about your open orders; invoices that you already have keep the old address.',
          { greeting: greeting(facts.fullName), when: facts.when },
        ),
      },
      { kind: 'facts', rows: [{ label: text('New address'), value: facts.newEmail }] },
      {
        kind: 'notice',
        tone: 'warn',
        title: text('Was that not you?'),
        text: textNodes('Please write to {email} at once, so that we can help.', {
          email: { link: look.contactEmail, url: `mailto:${look.contactEmail}` },
        }),
      },
    ],
  });
}

const notYou = (look: MailLook): MailPart => ({
  kind: 'notice',
  tone: 'warn',
  title: text('Was that not you?'),
  text: textNodes('Choose a new password at {link} and write to {email}.', {
    link: linkTo(`${look.shopUrl}/forgot-password`),
    email: { link: look.contactEmail, url: `mailto:${look.contactEmail}` },
  }),
});

const linkTo = (url: string) => ({ link: url.replace(/^https?:\/\//, ''), url });

const toOwner = (facts: { fullName: string; email: string }) => ({
  greeting: greeting(facts.fullName),
  email: { strong: facts.email },
});

const greeting = (fullName: string): string => {
  const name = plainName(fullName);
  return name ? text('Hello {name},', { name }) : text('Hello,');
};
