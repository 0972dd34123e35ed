import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Entry {
  path: string;
  state: Record<string, unknown>;
}

/** A tab's history as browsers keep it: a traversal ends in `popstate`, a moment later. */
class FakeTab {
  private readonly entries: Entry[] = [{ path: '/', state: { idx: 0 } }];
  private at = 0;
  private readonly page = new EventTarget();
  readonly addEventListener = this.page.addEventListener.bind(this.page);
  readonly removeEventListener = this.page.removeEventListener.bind(this.page);

  get path() {
    return this.entries[this.at]?.path;
  }

  get state() {
    return this.entries[this.at]?.state;
  }

  get length() {
    return this.entries.length;
  }

  pushState(state: Record<string, unknown>, _unused: string, path = this.path as string) {
    this.entries.splice(++this.at, Number.POSITIVE_INFINITY, { path, state });
  }

  /** What the router does for a link. */
  follow(path: string) {
    this.pushState({ idx: Number(this.state?.idx) + 1 }, '', path);
  }

  go(by: number) {
    setTimeout(() => {
      if (!this.entries[this.at + by]) return;
      this.at += by;
      this.page.dispatchEvent(new Event('popstate'));
    }, 5);
  }

  async press(by: number) {
    this.go(by);
    await vi.advanceTimersByTimeAsync(50);
  }
}

let tab: FakeTab;
let openModalEntry: (close: () => void) => () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  tab = new FakeTab();
  vi.stubGlobal('history', tab);
  vi.stubGlobal('addEventListener', tab.addEventListener);
  vi.stubGlobal('removeEventListener', tab.removeEventListener);
  vi.resetModules();
  ({ openModalEntry } = await import('./modal-entries.ts'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(): Promise<{ close: () => void; closedByBack: ReturnType<typeof vi.fn> }> {
  const closedByBack = vi.fn(() => close());
  const close = openModalEntry(closedByBack);
  await vi.advanceTimersByTimeAsync(50);
  return { close, closedByBack };
}

test('given an open panel, when Back is pressed, then it closes and the page stays', async () => {
  tab.follow('/tickets');
  const { closedByBack } = await open();
  await tab.press(-1);
  expect(closedByBack).toHaveBeenCalledOnce();
  expect(tab.path).toBe('/tickets');
  await tab.press(-1);
  expect(tab.path).toBe('/');
});

test('given a panel left by its link, when Back is pressed, then each press changes the page', async () => {
  tab.follow('/tickets');
  const { close } = await open();
  tab.follow('/checkout');
  close();
  await tab.press(-1);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
  await tab.press(-1);
  expect(tab.path).toBe('/');
});

test('given a panel left by its link and Back to its page, when Forward is pressed, then the next page comes', async () => {
  tab.follow('/tickets');
  const { close } = await open();
  tab.follow('/checkout');
  close();
  await tab.press(-1);
  await tab.press(1);
  expect(tab.path).toBe('/checkout');
  await tab.press(-1);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
});

test('given a page that was returned to, when a panel there is left by its link, then Back leads to that page at once', async () => {
  tab.follow('/tickets');
  tab.follow('/about');
  await tab.press(-1);
  const { close } = await open();
  tab.follow('/checkout');
  close();
  await tab.press(-1);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
});

test('given a dialog over a panel, when its button closes it, then its entry goes and the panel stays', async () => {
  const panel = await open();
  const dialog = await open();
  dialog.close();
  await vi.advanceTimersByTimeAsync(50);
  expect(panel.closedByBack).not.toHaveBeenCalled();
  expect(tab.state?.foyerModals).toBe(1);
  await tab.press(-1);
  expect(panel.closedByBack).toHaveBeenCalledOnce();
});

test('given a dialog over a panel, when a link leaves both, then one Back returns to the page', async () => {
  tab.follow('/tickets');
  const panel = await open();
  const dialog = await open();
  tab.follow('/checkout');
  dialog.close();
  panel.close();
  await tab.press(-1);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
});
