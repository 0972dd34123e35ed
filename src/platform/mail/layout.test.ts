import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_LINES } from '#features/cart/domain/add-item.ts';
import { escapeHtml } from '#kernel/escape-html.ts';
import { languageOf } from '#kernel/language.ts';
import { brokenRules } from '../../../test/support/mail-rules.ts';
import { contrast } from './colors.ts';
import { htmlToText, linksIn } from './html-to-text.ts';
import { composeMail } from './layout.ts';
import type { MailPart, MailText } from './mail-content.ts';
import { mailLanguage } from './mail-language.ts';
import { makeMail, makeMailLook } from './testing.ts';

/** Returns the visible text of HTML, with entities decoded. */
const visibleText = (html: string): string => htmlToText(html.replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, ''));

const url = 'https://shop.sandlark.example/portal/orders/SLK-1?a=1&b=2';

/** One part of each kind, with every optional field. */
const everyPart: MailPart[] = [
  { kind: 'heading', text: 'A heading' },
  { kind: 'paragraph', text: ['plain ', { strong: 'strong' }, ' ', { link: 'a link', url }] },
  { kind: 'button', label: 'Press me', url },
  { kind: 'facts', rows: [{ label: 'Order', value: 'SLK-1' }] },
  { kind: 'list', items: ['first item', 'second item'] },
  {
    kind: 'amounts',
    rows: [
      { label: 'Day ticket', notes: ['Ada Lovelace'], amount: '€12.00' },
      { label: 'Total', amount: '€12.00', isTotal: true },
    ],
  },
  { kind: 'notice', tone: 'warn', title: 'Careful', text: 'a notice' },
  { kind: 'code', label: 'Password', value: 'abcde-fghjk' },
  {
    kind: 'ticket',
    title: 'Festival Pass',
    lines: ['Ada Lovelace'],
    code: 'K7Q4M2',
    link: { label: 'Download', url },
  },
  { kind: 'operator-html', html: '<p>Pay <strong>now</strong> &amp; smile</p>' },
];

describe('a mail', () => {
  test('contains the same words in both parts, whatever it is made of', () => {
    const { html, text } = makeMail({ parts: everyPart });
    const words =
      'A title|A heading|strong|a link|Press me|Order|SLK-1|first item|second item|Day ticket|Ada Lovelace|€12.00|Total|' +
      'Careful|a notice|Password|abcde-fghjk|Festival Pass|K7Q4M2|Download|& smile|hello@sandlark.example|' +
      'Stichting Sandlark|because a test sends it';
    for (const word of words.split('|')) {
      expect(visibleText(html)).toContain(word);
      expect(text).toContain(word);
    }
    expect(linksIn(html)).toContain(url);
    expect(text).toContain(url);
  });

  test('repeats the address of every button as a plain link below it', () => {
    const { html, text } = makeMail({ parts: [{ kind: 'button', label: 'Press me', url }] });
    expect(html.match(new RegExp(`href="${escapeHtml(url).replace(/[?]/g, '\\?')}"`, 'g'))).toHaveLength(2);
    expect(html).toContain(`>${escapeHtml(url)}</a>`);
    expect(text.split('\n')).toContain(url);
  });

  test('uses the language of the shop for its own words, including those below a button', () => {
    const german = mailLanguage(
      languageOf('de', {
        'Questions? Reply to this email or write to {email}.': 'Fragen? Schreib an {email}.',
        'If the button does not work, use this link:': 'Wenn der Knopf nicht funktioniert, öffne diese Adresse:',
      }),
    );
    const look = { ...makeMailLook(), language: german };
    const { html } = makeMail({ parts: [{ kind: 'button', label: 'Zur Bestellung', url }] }, look);
    expect(visibleText(html)).toContain('Wenn der Knopf nicht funktioniert, öffne diese Adresse:');
    expect(visibleText(html)).toContain('Fragen? Schreib an hello@sandlark.example.');
    expect(visibleText(html)).not.toContain('If the button');
  });

  test('shows text from customers as text, never as HTML', () => {
    const everywhere = (typed: string): MailPart[] => [
      { kind: 'paragraph', text: [typed, { strong: typed }, { link: typed, url }] },
      { kind: 'facts', rows: [{ label: 'Name', value: typed }] },
      { kind: 'amounts', rows: [{ label: typed, notes: [typed], amount: typed }] },
      { kind: 'ticket', title: typed, lines: [typed], code: typed },
      { kind: 'notice', tone: 'info', title: typed, text: typed },
      { kind: 'code', label: typed, value: typed },
      { kind: 'list', items: [typed] },
    ];
    const tagsWith = (typed: string) => makeMail({ parts: everywhere(typed) }).html.match(/<[^>]*>/g)?.length;
    const hostile = fc.oneof(
      fc.string({ minLength: 1, unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', ' ', '/', '=', '{', '}') }),
      fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=1>', '{{ user }}', '&lt;b&gt;'),
    );
    fc.assert(
      fc.property(hostile, (typed) => {
        expect(tagsWith(typed)).toBe(tagsWith('harmless'));
      }),
    );
  });

  test('has a subject of one line', () => {
    // Half of the characters are among the first 256 code points, which include the control characters.
    const anyCharacter = fc
      .oneof(fc.integer({ min: 0, max: 0x2fff }), fc.integer({ min: 0, max: 0x10ffff }))
      .map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (subject) => {
        expect(makeMail({ subject }).subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  test('refuses addresses that run scripts or are not addresses', () => {
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '/portal', '']) {
      expect(() => makeMail({ parts: [{ kind: 'button', label: 'x', url: bad }] }).html).toThrow();
    }
  });

  test("keeps the harmless parts of the operator's HTML", () => {
    const html =
      '<p onclick="a()">Hi <a href="javascript:b()">x</a><a href="https://a.example/">y</a><img src=x onerror=c()></p><script>d()</script><iframe src=e></iframe>';
    const mail = makeMail({ parts: [{ kind: 'operator-html', html }] });
    expect(mail.html).not.toMatch(/onclick|javascript:|onerror|<script|<iframe|d\(\)/);
    expect(linksIn(mail.html)).toContain('https://a.example/');
    expect(mail.text).toContain('y (https://a.example/)');
  });

  test('has lines of at most 72 characters, except for addresses, which are never cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'bc', ' ') }), { maxLength: 40 }), (words) => {
        const { text } = makeMail({ parts: [{ kind: 'paragraph', text: `${words.join(' ')} ${url}` }] });
        expect(text).toContain(url);
        for (const line of text.split('\n')) {
          if (line.includes(' ')) expect(line.trim().length).toBeLessThanOrEqual(Math.max(72, url.length));
        }
      }),
    );
  });
});

test('the text part has each address on its own line, and breaks no account number', () => {
  const sentence = (text: MailText) => makeMail({ parts: [{ kind: 'paragraph', text }] }).text.split('\n\n')[2];
  expect(sentence(['Log in at ', { link: url.slice(8), url }, '.'])).toBe(`Log in at\n${url}`);
  expect(sentence(['See ', { link: url.slice(8), url }, ' and write to us.'])).toBe(`See\n${url}\nand write to us.`);
  expect(sentence([{ link: 'Your order', url }, ' shows it.'])).toBe(`Your order shows it.\n${url}`);
  expect(sentence(['Write to ', { link: 'a@b.cd', url: 'mailto:a@b.cd' }, '.'])).toBe('Write to a@b.cd.');
  const iban = 'NL85 LARK 0123 4567 89';
  for (let before = 40; before < 72; before += 1)
    expect(sentence(`${'x'.repeat(before)} ${iban}, and more`)).toContain(iban);
});

test('codes and account numbers are never broken and keep their text', () => {
  const whole = (code: string) => `<span style="display:inline-block;max-width:100%">${code}</span>`;
  const mail = makeMail({
    title: 'Your refund SLK-2H9C4T-R1 has been paid',
    parts: [
      { kind: 'heading', text: 'Order SLK-2H9C4T' },
      { kind: 'operator-html', html: '<p>To NL85 LARK 0123 4567 89, naming <b>SLK-2H9C4T</b>.</p>' },
      { kind: 'facts', rows: [{ label: 'Reference', value: 'SLK-2H9C4T-1' }] },
      { kind: 'amounts', rows: [{ label: 'SLK-2H9C4T-2', amount: '€1' }] },
    ],
  });
  for (const code of ['SLK-2H9C4T-R1', 'SLK-2H9C4T', 'NL85 LARK 0123 4567 89', 'SLK-2H9C4T-1', 'SLK-2H9C4T-2']) {
    expect(mail.html).toContain(whole(code));
    expect(mail.text).toContain(code);
  }
});

test('a date stays on one line, and the mail has its text', () => {
  const mail = makeMail({
    parts: [
      { kind: 'paragraph', text: 'Pay by 30 March 2027, or from 22–25 July.' },
      { kind: 'amounts', rows: [{ label: 'Due today', notes: ['then 3 × €48.00, last on 30 March'], amount: '€1' }] },
      { kind: 'facts', rows: [{ label: 'Transfer by', value: [{ strong: '30. März 2027' }] }] },
    ],
  });
  for (const date of ['30 March 2027', '22–25 July', '30 March', '30. März 2027'])
    expect(mail.html).toContain(`<span style="white-space:nowrap">${date}</span>`);
  expect(mail.html).not.toContain('nowrap">3 × ');
  expect(mail.text).toContain('last on 30 March');
});

test('the address below a button is quieter than the text', () => {
  const { html } = makeMail({ parts: [{ kind: 'button', label: 'Press me', url }] });
  const link = new RegExp(`<a [^>]*>${escapeHtml(url).replace(/[?]/g, '\\?')}</a>`).exec(html)?.[0] ?? '';
  expect(link).toContain('class="ink3"');
  expect(link).not.toContain('brand-text');
});

test('a fact with an account number has the full width, so that it wraps unbroken on phones', () => {
  const rows = [
    { label: 'IBAN', value: 'NL85 LARK 0123 4567 89' },
    { label: 'Reference', value: 'SLK-2H9C4T-1' },
  ];
  const { html } = makeMail({ parts: [{ kind: 'facts', rows }] });
  expect(html.match(/<td colspan="2"/g)).toHaveLength(1);
  expect(html).toMatch(/IBAN<\/span> <span style="display:inline-block;max-width:100%">NL85 LARK 0123 4567 89<\/span>/);
});

test('Gmail shows the complete mail about an order with as many lines as a cart can have', () => {
  const name = 'Wilhelmina Theodora van Nieuwenhuizen-Oosterschelde-Maas';
  const row = { label: 'Coach from Amsterdam, return', notes: [name, 'Thu, 22 July, 13:00'], amount: '€1,234.50' };
  const rows = Array.from({ length: MAX_LINES }, () => row);
  const button: MailPart = { kind: 'button', label: 'Pay €123,450.00', url: `${url}&c=${'x'.repeat(60)}` };
  const others = everyPart.filter(({ kind }) => kind !== 'button');
  expect(brokenRules(inColors('#0778d6', null, [...others, button, { kind: 'amounts', rows }]))).toEqual([]);
  expect(brokenRules(inColors('#0778d6', null, [...others, button, button]))).toContain('more than one button');
});

const inColors = (brandColor: string, accentColor: string | null, parts: readonly MailPart[]) =>
  composeMail(makeMailLook({ theme: { brandColor, accentColor, colorScheme: 'auto' } }), {
    subject: 'A subject',
    preheader: 'What it is about',
    title: 'A title',
    reason: 'You get this mail because a test sends it.',
    parts,
  });

describe("the operator's colours", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

  test('are always readable, on buttons and as links, in light and dark', () => {
    fc.assert(
      fc.property(color, (brandColor) => {
        const { light, dark } = makeMailLook({ theme: { brandColor, accentColor: null, colorScheme: 'auto' } });
        for (const palette of [light, dark!]) {
          for (const back of [palette.surface, palette.sunken, palette.paper]) {
            expect(contrast(palette.brandText, back)).toBeGreaterThanOrEqual(4.5);
          }
          expect(contrast(palette.onBrand, palette.brand)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(palette.brand, palette.surface)).toBeGreaterThanOrEqual(3);
        }
      }),
      { numRuns: 1_000, examples: [['#ffffff'], ['#000000'], ['#ffd400'], ['#0778d6']] },
    );
  });

  test('leave every text of a mail readable: light, dark, and as darkened by Outlook.com', () => {
    fc.assert(
      fc.property(color, color, (brandColor, accentColor) => {
        expect(brokenRules(inColors(brandColor, accentColor, everyPart))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test('default to the shop’s own, and are dark only if the shop is', () => {
    const { light, dark } = makeMailLook();
    expect([light.paper, light.surface, light.ink, light.brand]).toEqual(['#faf6ee', '#ffffff', '#1b1a2e', '#0b5d66']);
    expect(dark?.paper).toBe('#12131f');
    const lookOf = (colorScheme: 'light' | 'dark') =>
      makeMailLook({ theme: { brandColor: null, accentColor: null, colorScheme } });
    expect(lookOf('light')).toMatchObject({ schemes: 'light only', light, dark: null });
    // A shop that is always dark sends dark mails, even to readers in light mode.
    expect(lookOf('dark')).toMatchObject({ schemes: 'dark only', light: dark, dark: null });
  });
});

test('the logo is requested in double resolution, in a common format, and keeps its proportions', () => {
  const logo = { url: '/images/logo-1', width: 440, height: 100, formats: ['avif', 'webp', 'png'] };
  expect(makeMailLook({ logo }).logo).toEqual({
    url: 'https://shop.sandlark.example/images/logo-1@2x.png',
    width: 176,
    height: 40,
  });
});

test('a square logo has the shop’s name next to it, a wide one replaces it, and one is visible', () => {
  const image = (width: number) => ({ url: '/images/logo', width, height: 96, formats: ['png'] });
  const draft = { subject: 's', preheader: 'p', title: 't', reason: 'r', parts: [] };
  const top = (logo: ReturnType<typeof image> | null) =>
    /<a href="https:\/\/shop.sandlark.example\/".*?<\/a>/s.exec(composeMail(makeMailLook({ logo }), draft).html)![0];
  expect(top(null)).toMatch(/>Sandlark<\/span>/);
  expect(top(image(96))).toMatch(/alt="".*>Sandlark<\/span>/);
  expect(top(image(400))).toMatch(/alt="Sandlark"/);
  expect(top(image(400))).not.toContain('<span');
});
