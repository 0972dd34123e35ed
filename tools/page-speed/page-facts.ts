import type { Page } from 'playwright-core';
import { HYDRATED } from '../../src/browser/hydrated.ts';

/** Facts that a browser records while it loads a page: times in milliseconds since the navigation, sizes in bytes. */
export interface PageFacts {
  firstPaint: number;
  largestPaint: number;
  /** The element of the largest contentful paint, such as `img.picture`. */
  largestElement: string;
  /**
   * The sum of all layout shifts without user input, and the elements that moved, each with its old and new box (x, y,
   * width, height).
   */
  shift: number;
  shifted: string[];
  /** When hydration was complete; 0 until then. */
  hydrated: number;
  /** When the first script file was requested, and when the page and its pictures had loaded. */
  scriptsRequested: number;
  loaded: number;
  /** The total blocking time: what each task after the first paint took beyond 50 ms, added up. */
  blocked: number;
  requests: number;
  bytes: { all: number; script: number; style: number; font: number; image: number };
  /** Resources that blocked the first paint. */
  renderBlocking: string[];
  /** Pictures without `width` and `height`, which push down the content below them as they load. */
  unsizedPictures: string[];
}

/**
 * Runs before all scripts of the page. The debugger inserts it, so it works under the page's content security policy.
 */
const OBSERVER = `
  window.seen = { shift: 0, shifted: [], largest: 0, largestElement: '', hydrated: 0, tasks: [] };
  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? element.tagName.toLowerCase() + [...element.classList].map((name) => '.' + name).join('') : '';
  };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(',');
  const move = ({ node, previousRect, currentRect }) =>
    nameOf(node) + ' ' + place(previousRect) + ' to ' + place(currentRect);
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    seen.shift += entry.value;
    seen.shifted.push(entry.value.toFixed(4) + ': ' + entry.sources.map(move).join('; '));
  });
  watch('largest-contentful-paint', (entry) => {
    seen.largest = entry.startTime;
    seen.largestElement = nameOf(entry.element);
  });
  addEventListener('${HYDRATED}', () => { seen.hydrated = performance.now(); });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
`;

const READ = `(() => {
  const files = [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')];
  const path = (url) => new URL(url).pathname;
  const sizeOf = (wanted) => files.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0);
  const ends = (...endings) => ({ name }) => endings.some((ending) => path(name).endsWith(ending));
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  return {
    firstPaint,
    largestPaint: seen.largest,
    largestElement: seen.largestElement,
    hydrated: seen.hydrated,
    scriptsRequested: Math.min(...files.filter(ends('.js')).map(({ startTime }) => startTime)),
    loaded: files[0].loadEventStart,
    shift: seen.shift,
    shifted: seen.shifted,
    blocked: seen.tasks.filter(([at]) => at >= firstPaint).reduce((sum, [, length]) => sum + length - 50, 0),
    requests: files.length,
    bytes: {
      all: sizeOf(() => true),
      script: sizeOf(ends('.js')),
      style: sizeOf(ends('.css')),
      font: sizeOf(ends('.woff2')),
      image: sizeOf(ends('.avif', '.webp', '.png', '.jpg', '.svg')),
    },
    renderBlocking: files.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').map(({ name }) => path(name)),
    unsizedPictures: [...document.images].filter((image) => !image.width || !image.getAttribute('width') || !image.getAttribute('height')).map((image) => path(image.currentSrc || image.src)),
  };
})()`;

export const observe = (page: Page): Promise<unknown> => page.addInitScript(OBSERVER);

/** Returns the facts since the page's navigation. Call `observe` first. */
export const factsOf = (page: Page): Promise<PageFacts> => page.evaluate(READ);
