import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPlaceInPageCache } from './page-cache.ts';

const page = Object.assign(new EventTarget(), { scrollY: 0, scrollTo: vi.fn() });
const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

beforeEach(() => {
  page.scrollTo.mockReset();
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(() => vi.unstubAllGlobals());

test('a page that Safari shows again from its page cache scrolls back to where it was left', () => {
  const end = keepPlaceInPageCache();
  page.scrollY = 700;
  page.dispatchEvent(new Event('pagehide'));
  page.scrollY = 0;
  page.dispatchEvent(new Event('scroll'));
  show(true);
  expect(page.scrollTo).toHaveBeenCalledWith({ top: 700, behavior: 'instant' });
  end();
  show(true);
  expect(page.scrollTo).toHaveBeenCalledOnce();
});

test('the scroll position of a page that is loaded again is left to the application', () => {
  const end = keepPlaceInPageCache();
  show(false);
  expect(page.scrollTo).not.toHaveBeenCalled();
  end();
});
