import { contrast } from '#platform/mail/colors.ts';
import { elements, type MailElement, readMailHtml, textOf } from './mail-html.ts';
import { colorsIn, darkSheets } from './mail-themes.ts';

export interface ReadableMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Gmail cuts off mails that are larger than this many bytes. */
const MAX_BYTES = 102_000;
/** Gmail drops style sheets that are longer than this altogether. */
const MAX_STYLE_LENGTH = 8_192;
const WIDTH = 72;

const TAGS = 'html head meta title style body div table tr td h1 h2 h3 h4 p br a img span strong b em i ul ol li'.split(
  ' ',
);
const BAD_STYLE = /flex|grid|position|float|background-image|background:|url\(|var\(|calc\(|transform|\d(rem|em|vw)\b/;
const VAGUE = /^(here|click here|link|this|this link|more|read more|open)$/i;

/** Returns the rules of `docs/domain/mails.md` for mail programs that a mail breaks, in words. */
export function brokenRules({ subject, html, text }: ReadableMail): string[] {
  const root = readMailHtml(html);
  const all = [...elements(root)];
  const body = all.find(({ tag }) => tag === 'body')!;
  const inBody = [body, ...elements(body)];
  return [
    ...documentRules(html, all, subject),
    ...inBody.flatMap((element) => [...elementRules(element), ...linkRules(element)]),
    ...textRules(inBody),
    ...preheaderRules(body, subject, all),
    ...themeRules(root, html),
    ...unless(inBody.filter(isButton).length <= 1, 'more than one button'),
    ...secretRules(subject, preheaderOf(body), html, text),
    ...plainTextRules(text, inBody),
  ];
}

const isButton = ({ attributes }: MailElement): boolean => /mso-padding-alt/.test(attributes.style ?? '');

const unless = (isKept: boolean, problem: string): string[] => (isKept ? [] : [problem]);

function documentRules(html: string, all: readonly MailElement[], subject: string): string[] {
  const count = (tag: string) => all.filter((element) => element.tag === tag).length;
  const meta = (name: string) => all.find(({ attributes }) => attributes.name === name)?.attributes.content;
  const sheets = all.filter(({ tag }) => tag === 'style').map(textOf);
  const title = all.find(({ tag }) => tag === 'title');
  return [
    ...unless(Buffer.byteLength(html) < MAX_BYTES, `${Buffer.byteLength(html)} bytes`),
    ...unless(html.startsWith('<!doctype html>\n<html lang="'), 'does not begin as a document with a language'),
    ...['html', 'head', 'body', 'title', 'h1'].flatMap((tag) => unless(count(tag) === 1, `${count(tag)} of <${tag}>`)),
    ...unless(title !== undefined && textOf(title) === subject, 'the title is not the subject'),
    ...unless(meta('viewport') === 'width=device-width,initial-scale=1', 'no viewport'),
    ...['color-scheme', 'supported-color-schemes'].flatMap((name) =>
      unless(/^(light dark|light only|dark only)$/.test(meta(name) ?? ''), `${name} is ${meta(name)}`),
    ),
    ...unless(sheets.join('').length < MAX_STYLE_LENGTH, 'more style sheet than Gmail takes'),
    ...unless(!/@import|@font-face|url\(/.test(sheets.join('')), 'a style sheet that loads something'),
    ...all.flatMap(({ tag }) => unless(TAGS.includes(tag), `<${tag}>`)),
  ];
}

function elementRules({ tag, attributes, style, around }: MailElement): string[] {
  const width = Number.parseInt(attributes.width ?? style.width ?? '0', 10);
  const isFluid = (attributes.width ?? style.width ?? '').endsWith('%') || style.width === '100%';
  const isImage = tag === 'img';
  return [
    ...Object.keys(attributes).flatMap((name) => unless(!/^on|^data-/.test(name), `${tag} has ${name}`)),
    ...unless(!BAD_STYLE.test(attributes.style ?? ''), `<${tag}> is styled ${attributes.style}`),
    ...unless(isFluid || width <= 240, `<${tag}> is ${width} wide`),
    ...unless(tag !== 'table' || attributes.role === 'presentation', 'a table that is not for layout'),
    ...unless(
      tag !== 'table' || ['cellpadding', 'cellspacing', 'border'].every((name) => attributes[name] === '0'),
      'a table with spaces of the mail program',
    ),
    ...unless(
      !isImage || /^(https?:\/\/|cid:code-\d$)/.test(attributes.src ?? ''),
      'a picture from neither an address nor the mail',
    ),
    ...unless(
      !isImage || ['width', 'height', 'alt'].every((name) => attributes[name] !== undefined),
      'a picture without width, height and alt',
    ),
    ...unless(
      !isImage || attributes.alt !== '' || textOf(around.at(-1)!).trim() !== '',
      'a picture that is the only text of its link has an empty alt',
    ),
  ];
}

function linkRules(element: MailElement): string[] {
  if (element.tag !== 'a') return [];
  const words = textOf(element).trim();
  const pictures = element.children.filter((child) => typeof child !== 'string' && child.tag === 'img');
  const cell = element.around.at(-1)!;
  const isButton = element.style.display === 'inline-block';
  return [
    ...unless(/^(https?:|mailto:)/.test(element.attributes.href ?? ''), `a link to ${element.attributes.href}`),
    ...unless(words !== '' || pictures.length > 0, 'a link without text'),
    ...unless(!VAGUE.test(words), `a link that does not say where it leads: ${words}`),
    ...unless(element.style.color !== undefined, `the link ${words} takes the mail program's colour`),
    // Word, which draws mails in Outlook, ignores the padding of links, so the cell must have it.
    ...unless(
      !isButton || (cell.tag === 'td' && !!cell.style['background-color'] && !!cell.style['mso-padding-alt']),
      `the button ${words} is not in a coloured cell with room in it`,
    ),
  ];
}

/** Checks that every text has its own styles: some programs do not pass styles from outside into tables. */
function textRules(inBody: readonly MailElement[]): string[] {
  return inBody.flatMap((element) => {
    const own = element.children.filter((child) => typeof child === 'string' && child.trim() !== '');
    if (own.length === 0 || isHidden(element)) return [];
    const chain = [...element.around, element];
    const inCell = chain.slice(
      Math.max(
        0,
        chain.findLastIndex(({ tag }) => tag === 'td'),
      ),
    );
    const words = own.join(' ').trim();
    const has = (name: string) => inCell.some(({ style }) => style[name] !== undefined);
    const breaks = chain.some(({ style }) => 'overflow-wrap' in style || 'word-break' in style);
    const keepsTogether = chain.some(({ style }) => style['white-space'] === 'nowrap');
    return [
      ...['font-family', 'font-size', 'line-height', 'color'].flatMap((name) =>
        unless(has(name), `"${words.slice(0, 40)}" has no ${name} in its cell`),
      ),
      ...unless(breaks || !/\S{25}/.test(words), `"${words.slice(0, 60)}" is wider than a phone and does not break`),
      ...unless(!keepsTogether || words.length <= 20, `"${words}" is kept on one line`),
    ];
  });
}

const isHidden = ({ style, around }: MailElement): boolean =>
  style.display === 'none' || around.some((one) => one.style.display === 'none');

const preheaderOf = (body: MailElement): string => {
  const first = body.children.find((child) => typeof child !== 'string') as MailElement;
  return first.style.display === 'none' && first.tag === 'div' ? textOf(first) : '';
};

function preheaderRules(body: MailElement, subject: string, all: readonly MailElement[]): string[] {
  const whole = preheaderOf(body);
  const preview = whole.split('\u2007')[0]!.trim();
  const heading = all.find(({ tag }) => tag === 'h1');
  const known = `${subject} ${heading && textOf(heading)}`.toLowerCase();
  const novel = (preview.toLowerCase().match(/[\p{L}\d.,]{4,}/gu) ?? []).filter((word) => !known.includes(word));
  return [
    ...unless(preview.length > 0 && preview.length <= 140, `a preheader of ${preview.length} letters`),
    // Otherwise the list of mails shows the beginning of the next mail.
    ...unless(whole.length - preview.length > 150, 'nothing keeps the rest of the mail out of the preview'),
    ...unless(novel.length > 0, `the preheader adds nothing to the subject: ${preview}`),
  ];
}

/** Checks every text against its background: as it is, in a program's dark theme, and as Outlook.com darkens it. */
function themeRules(root: MailElement, html: string): string[] {
  return ['light' as const, ...darkSheets(html)].flatMap((theme) =>
    [...colorsIn(root, theme)].flatMap(({ words, color, back }) =>
      unless(
        color !== '' && back !== '' && contrast(color, back) >= 4.5,
        `${theme === 'light' ? 'light' : theme.name}: "${words}" is ${color} on ${back}`,
      ),
    ),
  );
}

/** Checks that secrets are in the mail, but not in the part that a locked phone shows. */
function secretRules(subject: string, preheader: string, html: string, text: string): string[] {
  const inLinks = [...html.matchAll(/href="([^"]*)"/g)].flatMap(([, url]) => url!.match(/[\w-]{16,}/g) ?? []);
  const typed = text.match(/\b(?:[2-9a-z]{5}(?:-[2-9a-z]{5}){3}|[2-9A-Z]{5}(?: [2-9A-Z]{4}){3})\b/g) ?? [];
  return [...inLinks, ...typed].flatMap((secret) =>
    unless(!`${subject} ${preheader}`.includes(secret), `what is seen on a locked phone names ${secret}`),
  );
}

function plainTextRules(text: string, inBody: readonly MailElement[]): string[] {
  const lines = text.split('\n');
  const addresses = inBody
    .filter(({ tag, attributes }) => tag === 'a' && attributes.href?.startsWith('http'))
    .map(({ attributes }) => attributes.href!);
  return [
    ...addresses.flatMap((url) =>
      unless(
        lines.some((line) => line.replace(/^[\s|]+/, '') === url),
        `the text part has no line with ${url}`,
      ),
    ),
    ...lines.flatMap((line) => [
      ...unless(line.length <= WIDTH || !/\S\s+\S/.test(line), `a line of ${line.length} letters: ${line}`),
      ...unless(line === line.trimEnd(), `a line ends with spaces: ${line}`),
    ]),
    ...unless(!/\n{4}/.test(text), 'too many empty lines'),
    ...unless(!/<[a-z/][^>]*>|&[a-z]+;|\{\{/.test(text), 'HTML or a template in the text part'),
  ];
}
