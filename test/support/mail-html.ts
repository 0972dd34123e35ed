import assert from 'node:assert/strict';

/** An element of a mail's HTML, with its inline style. */
export interface MailElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly style: Readonly<Record<string, string>>;
  readonly classes: readonly string[];
  readonly children: (MailElement | string)[];
  /** Ancestors, the outermost first. */
  readonly around: readonly MailElement[];
}

const EMPTY = new Set(['meta', 'img', 'br']);

/** Reads a mail's HTML strictly: throws unless every element is closed where it must be. */
export function readMailHtml(html: string): MailElement {
  const root: MailElement = { tag: '#document', attributes: {}, style: {}, classes: [], children: [], around: [] };
  const open: MailElement[] = [root];
  const tokens = html.replace(/<!--.*?-->/gs, '').matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>|<!doctype html>|([^<]+)/g);
  let length = 0;
  for (const [whole, slash, tag, rest, text] of tokens) {
    length += whole.length;
    const parent = open.at(-1)!;
    if (text !== undefined) parent.children.push(decoded(text));
    if (tag === undefined) continue;
    if (slash) {
      assert.equal(open.pop()?.tag, tag, `a closing tag does not match the open element: ${whole}`);
      continue;
    }
    const element = elementOf(tag, rest ?? '', open.slice(1));
    parent.children.push(element);
    if (!EMPTY.has(tag)) open.push(element);
  }
  assert.equal(
    length,
    html.replace(/<!--.*?-->/gs, '').length,
    'the mail contains something that is neither an element nor text',
  );
  assert.deepEqual(
    open.map(({ tag }) => tag),
    ['#document'],
    'an element is not closed',
  );
  return root;
}

function elementOf(tag: string, rest: string, around: MailElement[]): MailElement {
  const attributes: Record<string, string> = {};
  const left = rest.replace(/\s([a-z-]+)="([^"]*)"/g, (_, name: string, value: string) => {
    attributes[name] = decoded(value);
    return '';
  });
  assert.equal(left.trim(), '', `attributes of <${tag}> that are not quoted`);
  const style = declarations(attributes.style ?? '');
  return { tag, attributes, style, classes: (attributes.class ?? '').split(' ').filter(Boolean), children: [], around };
}

/** Parses `a:b;c:d` into values by name. */
export const declarations = (css: string): Record<string, string> =>
  Object.fromEntries(
    css
      .split(';')
      .filter((one) => one.trim() !== '')
      .map((one) => [one.slice(0, one.indexOf(':')).trim(), one.slice(one.indexOf(':') + 1).trim()]),
  );

/** Yields every element, outer ones first. */
export function* elements(of: MailElement): Generator<MailElement> {
  for (const child of of.children) {
    if (typeof child === 'string') continue;
    yield child;
    yield* elements(child);
  }
}

export const textOf = (element: MailElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

const decoded = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
