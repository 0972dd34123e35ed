import { expect, test } from 'vitest';
import { makeMail } from '#platform/mail/testing.ts';
import { brokenRules } from './mail-rules.ts';

const url = `https://shop.sandlark.example/login-link#${'x'.repeat(43)}`;
const mail = makeMail({ parts: [{ kind: 'button', label: 'Log in', url }] });

test('a mail of the layout keeps every rule', () => {
  expect(brokenRules(mail)).toEqual([]);
});

test.for([
  ['a table that is not for layout', (html: string) => html.replace('<table role="presentation" ', '<table ')],
  ['<script>', (html: string) => html.replace('</body>', '<script></script></body>')],
  ['<link>', (html: string) => html.replace('</head>', '<link></link></head>')],
  ['is styled', (html: string) => html.replace('style="margin', 'style="display:flex;margin')],
  ['is 600 wide', (html: string) => html.replace('width:100%;max-width', 'max-width')],
  ['no viewport', (html: string) => html.replace('name="viewport"', 'name="view"')],
  ['color-scheme is', (html: string) => html.replaceAll('content="light dark"', 'content="dark"')],
  ['the title is not the subject', (html: string) => html.replace('<title>', '<title>Re: ')],
  ['has no font-family in its cell', (html: string) => html.replaceAll(/font-family:Figtree[^;]*;/g, '')],
  ['wider than a phone', (html: string) => html.replace('>Log in<', `>${'x'.repeat(30)}<`)],
  ['is not in a coloured cell', (html: string) => html.replace(';mso-padding-alt:14px 28px', '')],
  ['does not say where it leads', (html: string) => html.replace('>Log in<', '>Click here<')],
  ['takes the mail program', (html: string) => html.replace('font-weight:600;color:#ffffff', 'font-weight:600')],
  [
    'light: "Log in" is',
    (html: string) => html.replace('font-weight:600;color:#ffffff', 'font-weight:600;color:#555555'),
  ],
  ['dark: "Log in" is', (html: string) => html.replaceAll(/\}\.on-brand\{color:#\w+/g, '}.on-brand{color:#ffffff')],
  ['Outlook.com: "Log in" is', (html: string) => html.replaceAll(/\[data-ogsc\] \.on-brand[^}]*\}/g, '')],
  ['adds nothing to the subject', (html: string) => html.replace('What it is about', 'A subject')],
  ['keeps the rest of the mail out', (html: string) => html.replaceAll('&#8199;', '')],
  ['a picture without width', (html: string) => html.replace('</h1>', '<img src="https://a.example/b.png"></h1>')],
  ['bytes', (html: string) => html.replace('</h1>', `${'x '.repeat(60_000)}</h1>`)],
] as const)('a mail is refused: %s', ([finding, broken]) => {
  const html = broken(mail.html);
  expect(html).not.toBe(mail.html);
  expect(brokenRules({ ...mail, html }).join('\n')).toContain(finding);
});

test.for([
  ['has no line with', (text: string) => text.replace(url, `Log in at ${url}`)],
  ['a line of', (text: string) => text.replace('A title', 'A title '.repeat(12))],
  ['ends with spaces', (text: string) => text.replace('A title', 'A title ')],
  ['HTML or a template', (text: string) => text.replace('A title', '<b>A title</b>')],
] as const)('a text part is refused: %s', ([finding, broken]) => {
  expect(brokenRules({ ...mail, text: broken(mail.text) }).join('\n')).toContain(finding);
});

test('a mail whose subject or preheader has a secret, or whose elements do not close, is refused', () => {
  expect(brokenRules({ ...mail, subject: `Open ${url}` }).join('\n')).toContain('locked phone');
  const shown = mail.html.replace('What it is about', `Open ${url}`);
  expect(brokenRules({ ...mail, html: shown }).join('\n')).toContain('locked phone');
  expect(() => brokenRules({ ...mail, html: mail.html.replace('</h1>', '') })).toThrow();
});
