import type { Page } from 'playwright-core';

/** In CSS pixels. A fingertip hits something of this size without zooming. */
const FINGERTIP = 44;

/** This runs in the page. */
const FIND_LOW = `(() => {
  const isInSentence = (element) =>
    element.tagName === 'A' && element.closest('p') && element.closest('p').textContent.trim() !== element.textContent.trim();
  const low = [];
  for (const element of document.querySelectorAll('a[href], button, summary, select')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.skip-link, [inert]')) continue;
    if (isInSentence(element)) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    if (height >= ${FINGERTIP} - 0.5) continue;
    const isHit = (dy) => {
      const hit = document.elementFromPoint(x + width / 2, y + height / 2 + dy);
      return hit !== null && element.contains(hit);
    };
    if (!isHit(2 - ${FINGERTIP} / 2) || !isHit(${FINGERTIP} / 2 - 2))
      low.push((element.textContent.trim() || element.getAttribute('aria-label')) + ', ' + Math.round(height) + ' px high');
  }
  window.scrollTo({ top: 0, behavior: 'instant' });
  return low;
})()`;

/**
 * Returns the names of links and buttons that a finger misses 20 px above or below their middle, except links inside
 * sentences, which cannot be higher than their line.
 */
export const lowTapAreas = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_LOW);
