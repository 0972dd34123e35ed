import { declarations, type MailElement } from './mail-html.ts';

/** What a style sheet changes in the dark theme, by class. */
export interface DarkSheet {
  readonly name: 'dark' | 'Outlook.com';
  readonly byClass: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Returns the dark themes of a mail: the one by media query and the one for Outlook.com. A mail of one theme has none.
 */
export function darkSheets(html: string): DarkSheet[] {
  const sheet = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('');
  const media = /@media \(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}/.exec(sheet)?.[1];
  if (media === undefined) return [];
  const outlook = [...sheet.matchAll(/\[data-ogs[bc]\] (\.[\w-]+\{[^}]*\})/g)].map(([, rule]) => rule).join('');
  return [
    { name: 'dark', byClass: rulesOf(media) },
    { name: 'Outlook.com', byClass: rulesOf(outlook) },
  ];
}

function rulesOf(css: string): DarkSheet['byClass'] {
  const byClass: Record<string, Record<string, string>> = {};
  for (const [, name, rule] of css.matchAll(/\.([\w-]+)\{([^}]*)\}/g))
    byClass[name!] = { ...byClass[name!], ...declarations(rule!.replaceAll('!important', '')) };
  return byClass;
}

/** Yields each text of a mail with its colour and background, as #rrggbb; '' where none is set. */
export function* colorsIn(
  element: MailElement,
  theme: 'light' | DarkSheet,
  inherited = { color: '', back: '' },
): Generator<{ words: string; color: string; back: string }> {
  if (['head', 'title', 'style'].includes(element.tag) || element.style.display === 'none') return;
  const styleOf = (name: string, otherwise: string): string => {
    const changed = theme === 'light' ? [] : element.classes.map((one) => theme.byClass[one]?.[name]);
    return changed.find((value) => value !== undefined) ?? element.style[name] ?? otherwise;
  };
  const here = { color: styleOf('color', inherited.color), back: styleOf('background-color', inherited.back) };
  for (const child of element.children) {
    if (typeof child !== 'string') yield* colorsIn(child, theme, here);
    else if (child.trim() !== '') yield { words: child.trim().slice(0, 40), ...here };
  }
}
