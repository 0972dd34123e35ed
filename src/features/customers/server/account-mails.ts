import { greeting } from '#platform/mail/greeting.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent, MailPart } from '#platform/mail/mail-content.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { INVITED } from '../domain/invited.ts';

/** The generated password, with a link that works once, logs in and returns the customer to their page. */
export function passwordMail(
  look: MailLook,
  facts: { fullName: string; email: string; password: string; loginToken: string; days: number; hasCart: boolean },
): MailContent {
  const { language } = look;
  const { text, textNodes } = language;
  return composeMail(look, {
    subject: text('Your password for {shop}', { shop: look.name }),
    preheader: facts.hasCart
      ? text('Log in and continue with your cart.')
      : text('Log in with one click, or with your password.'),
    title: text('Welcome to {shop}', { shop: look.name }),
    reason: text(
      'You are receiving this email because this address was used to register at {shop}. If this was not you, you can ignore this email: without it, nobody can log in.',
      { shop: look.name },
    ),
    parts: [
      greeting(language, facts.fullName),
      { kind: 'paragraph', text: text('Your account is ready.') },
      {
        kind: 'paragraph',
        text: facts.hasCart
          ? text('The button below logs you in and takes you back to your cart. It works only once.')
          : text('The button below logs you in and takes you back to where you were. It works only once.'),
      },
      { kind: 'button', label: text('Log in'), url: `${look.shopUrl}/login-link#${facts.loginToken}` },
      {
        kind: 'paragraph',
        text: textNodes('You can also log in later with your email address and this password at {link}.', {
          link: linkTo(`${look.shopUrl}/login`),
        }),
      },
      { kind: 'facts', rows: [{ label: text('Email address'), value: facts.email }] },
      { kind: 'code', label: text('Password'), value: facts.password },
      {
        kind: 'paragraph',
        text: text(
          'Use either of them within {days} days. After that both expire, and you can start again with “Forgot your password?”. You can choose your own password in Account Settings at any time.',
          { days: facts.days },
        ),
      },
    ],
  });
}

/** For an address that already has an account, when somebody registers with it again. */
export function alreadyRegisteredMail(look: MailLook, facts: { fullName: string; email: string }): MailContent {
  const { language } = look;
  const { text, textNodes } = language;
  return composeMail(look, {
    subject: text('You already have an account at {shop}', { shop: look.name }),
    preheader: text('Log in with your password, or choose a new one.'),
    title: text('You already have an account'),
    reason: text(
      'You are receiving this email because this address was used to register at {shop}. If this was not you, you can ignore this email: your account has not changed.',
      { shop: look.name },
    ),
    parts: [
      greeting(language, facts.fullName),
      {
        kind: 'paragraph',
        text: textNodes(
          'Someone, most likely you, just tried to register with {email}. An account with this address already exists, so nothing was changed.',
          strongAddress(facts),
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

export function resetMail(
  look: MailLook,
  facts: { fullName: string; email: string; token: string; minutes: number },
): MailContent {
  const { language } = look;
  const { text } = language;
  return composeMail(look, {
    subject: text('Choose a new password for {shop}', { shop: look.name }),
    preheader: text('The link works once, for {minutes} minutes.', { minutes: facts.minutes }),
    title: text('Choose a new password'),
    reason: text(
      'You are receiving this email because a new password was requested at {shop}. If this was not you, you can ignore this email: your password has not changed.',
      { shop: look.name },
    ),
    parts: [
      greeting(language, facts.fullName),
      {
        kind: 'paragraph',
        text: text('Use the button below to choose a new password. It works once, within the next {minutes} minutes.', {
          minutes: facts.minutes,
        }),
      },
      {
        kind: 'button',
        label: text('Choose a new password'),
        url: `${look.shopUrl}/reset-password/${encodeURIComponent(facts.email)}/${facts.token}`,
      },
      { kind: 'paragraph', text: text('If you asked more than once, only the link in the latest email works.') },
    ],
  });
}

/** For an account that others created: a ticket was transferred to its address, or an order was taken by phone. */
export function invitationMail(
  look: MailLook,
  facts: { fullName: string; email: string; token: string; days: number },
): MailContent {
  const { language } = look;
  const { text, textNodes } = language;
  return composeMail(look, {
    subject: text('Your account at {shop}', { shop: look.name }),
    preheader: text('Choose a password to see your tickets in the portal.'),
    title: text('Choose a password for your account'),
    reason: text(
      'You are receiving this email because something was ordered for you or transferred to you at {shop}. If you do not want an account, you can ignore this email: without a password, nobody can log in.',
      { shop: look.name },
    ),
    parts: [
      greeting(language, facts.fullName),
      {
        kind: 'paragraph',
        text: text(
          'We have created an account for this email address so that you can view and manage your tickets. Use the button below to choose a password. It works once, within {days} days.',
          { days: facts.days },
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
        text: textNodes('After that, you can request a new link at {link}.', {
          link: linkTo(`${look.shopUrl}/forgot-password`),
        }),
      },
    ],
  });
}

export function passwordChangedMail(look: MailLook, facts: { fullName: string; when: string }): MailContent {
  const { language } = look;
  const { text } = language;
  return composeMail(look, {
    subject: text('Your password for {shop} was changed', { shop: look.name }),
    preheader: text('If this was you, you do not need to do anything.'),
    title: text('Your password was changed'),
    reason: text('You are receiving this email because the password of your {shop} account was changed.', {
      shop: look.name,
    }),
    parts: [
      greeting(language, facts.fullName),
      {
        kind: 'paragraph',
        text: text(
          'The password of your account was changed on {when}. You have been logged out on all other devices.',
          { when: facts.when },
        ),
      },
      notYou(look),
    ],
  });
}

/** The mail to the requested new address. Its link completes the change. */
export function emailLinkMail(look: MailLook, facts: { fullName: string; token: string; hours: number }): MailContent {
  const { language } = look;
  const { text } = language;
  return composeMail(look, {
    subject: text('Confirm your email address for {shop}', { shop: look.name }),
    preheader: text('The link works once, for {hours} hours.', { hours: facts.hours }),
    title: text('Confirm your email address'),
    reason: text(
      'You are receiving this email because this address was entered in an account at {shop}. If this was not you, you can ignore this email: nothing changes unless you use the link.',
      { shop: look.name },
    ),
    parts: [
      greeting(language, facts.fullName),
      {
        kind: 'paragraph',
        text: text(
          'Use the button below to make this the email address of your account. It works once, within the next {hours} hours.',
          { hours: facts.hours },
        ),
      },
      { kind: 'button', label: text('Confirm email address'), url: `${look.shopUrl}/confirm-email#${facts.token}` },
      { kind: 'paragraph', text: text('If you asked more than once, only the link in the latest email works.') },
    ],
  });
}

/** For an address that already has an account, when somebody tries to move another account to it. */
export function emailTakenMail(look: MailLook, facts: { fullName: string; email: string }): MailContent {
  const { language } = look;
  const { text, textNodes } = language;
  return composeMail(look, {
    subject: text('You already have an account at {shop}', { shop: look.name }),
    preheader: text('Nothing was changed.'),
    title: text('You already have an account'),
    reason: text(
      'You are receiving this email because this address was entered in another account at {shop}. If this was not you, you can ignore this email: your account has not changed.',
      { shop: look.name },
    ),
    parts: [
      greeting(language, facts.fullName),
      {
        kind: 'paragraph',
        text: textNodes(
          'Someone, most likely you, tried to change another account’s address to {email}. An account with this address already exists, so nothing was changed.',
          strongAddress(facts),
        ),
      },
      { kind: 'button', label: text('Log in'), url: `${look.shopUrl}/login` },
    ],
  });
}

/** The mail to the current address when a change was requested. It does not reveal whether the new one is taken. */
export function emailChangeMail(look: MailLook, facts: { fullName: string; newEmail: string }): MailContent {
  const { language } = look;
  const { text } = language;
  return composeMail(look, {
    subject: text('A new email address was requested for your {shop} account', { shop: look.name }),
    preheader: text('Nothing changes until it is confirmed.'),
    title: text('A new email address was requested'),
    reason: text('You are receiving this email because this is the address of your {shop} account.', {
      shop: look.name,
    }),
    parts: [
      greeting(language, facts.fullName),
      {
        kind: 'paragraph',
        text: text(
          'Someone using your password asked to change your account’s email address to the one below. Nothing changes until it is confirmed from there.',
        ),
      },
      { kind: 'facts', rows: [{ label: text('Requested address'), value: facts.newEmail }] },
      notYou(look),
    ],
  });
}

/** The mail to the previous address after a change. */
export function emailChangedMail(
  look: MailLook,
  facts: { fullName: string; newEmail: string; when: string },
): MailContent {
  const { language } = look;
  const { text, textNodes } = language;
  return composeMail(look, {
    subject: text('Your email address at {shop} was changed', { shop: look.name }),
    preheader: text('From now on we will email you at the new address.'),
    title: text('Your email address was changed'),
    reason: text('You are receiving this email because this was previously the address of your {shop} account.', {
      shop: look.name,
    }),
    parts: [
      greeting(language, facts.fullName),
      {
        kind: 'paragraph',
        text: text(
          'The email address of your account was changed on {when}. Use the new one to log in from now on. We will send our emails there, including those about open orders. Invoices you already have keep the old address.',
          { when: facts.when },
        ),
      },
      { kind: 'facts', rows: [{ label: text('New address'), value: facts.newEmail }] },
      {
        kind: 'notice',
        tone: 'warn',
        title: text('Not you?'),
        text: textNodes('Please write to {email} straight away so that we can help.', {
          email: { link: look.contactEmail, url: `mailto:${look.contactEmail}` },
        }),
      },
    ],
  });
}

const notYou = (look: MailLook): MailPart => {
  const { text, textNodes } = look.language;
  return {
    kind: 'notice',
    tone: 'warn',
    title: text('Not you?'),
    text: textNodes('Choose a new password at {link} and write to {email}.', {
      link: linkTo(`${look.shopUrl}/forgot-password`),
      email: { link: look.contactEmail, url: `mailto:${look.contactEmail}` },
    }),
  };
};

const linkTo = (url: string) => ({ link: url.replace(/^https?:\/\//, ''), url });

const strongAddress = ({ email }: { email: string }) => ({ email: { strong: email } });
