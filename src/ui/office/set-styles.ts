import type { SyntheticEvent } from 'react';

/**
 * Sets the styles of a mail or page in a frame. The frame inherits the office's policy, which allows no inline styles,
 * only styles that a script of the office sets. The frame itself runs no scripts.
 */
export function setStyles({
  currentTarget: { contentDocument: page, contentWindow: view },
}: SyntheticEvent<HTMLIFrameElement>) {
  if (!page || !view) return;
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
  const { CSSStyleSheet: Sheet } = view as Window & typeof globalThis;
  page.adoptedStyleSheets = [...page.querySelectorAll('template')].map(({ content }) => {
    const sheet = new Sheet();
    sheet.replaceSync(content.textContent ?? '');
    return sheet;
  });
}
