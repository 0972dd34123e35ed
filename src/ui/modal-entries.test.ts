import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

interface Entry {
  path: string;
  state: Record<string, unknown>;
}

/** Simulates a tab's history as in browsers: a traversal ends in `popstate` a moment later. */
class FakeTab {
  private readonly entries: Entry[] = [{ path: '/', state: { idx: 0 } }];
  private at = 0;
  private page = new EventTarget();

  addEventListener: EventTarget['addEventListener'] = (...of) => this.page.addEventListener(...of);
  removeEventListener: EventTarget['removeEventListener'] = (...of) => this.page.removeEventListener(...of);

  /** Acts like leaving the page: keeps the entries and removes all listeners. */
  forgetPage() {
    this.page = new EventTarget();
  }

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

  /** Does what the router does for a link. */
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
  await load();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads the page, or reloads it. */
async function load(): Promise<void> {
  tab.forgetPage();
  vi.resetModules();
  ({ openModalEntry } = await import('./modal-entries.ts'));
}

async function open(): Promise<{ close: () => void; closedByBack: ReturnType<typeof vi.fn> }> {
  const closedByBack = vi.fn(() => close());
  const close = openModalEntry(closedByBack);
  await vi.advanceTimersByTimeAsync(50);
  return { close, closedByBack };
}

test('Back closes an open panel and stays on the page', async () => {
  tab.follow('/tickets');
  const { closedByBack } = await open();
  await tab.press(-1);
  expect(closedByBack).toHaveBeenCalledOnce();
  expect(tab.path).toBe('/tickets');
  await tab.press(-1);
  expect(tab.path).toBe('/');
});

test('after a link in a panel was followed, each Back changes the page', async () => {
  tab.follow('/tickets');
  const { close } = await open();
  tab.follow('/checkout');
  close();
  await tab.press(-1);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
  await tab.press(-1);
  expect(tab.path).toBe('/');
});

test('after a link in a panel was followed and Back pressed, Forward leads to the link’s page', async () => {
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

test('after a link in a panel of a page that was returned to, one Back leads to that page', async () => {
  tab.follow('/tickets');
  tab.follow('/about');
  await tab.press(-1);
  const { close } = await open();
  tab.follow('/checkout');
  close();
  await tab.press(-1);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
});

test('closing a dialog over a panel removes its entry and keeps the panel', async () => {
  const panel = await open();
  const dialog = await open();
  dialog.close();
  await vi.advanceTimersByTimeAsync(50);
  expect(panel.closedByBack).not.toHaveBeenCalled();
  expect(tab.state?.foyerModals).toBe(1);
  await tab.press(-1);
  expect(panel.closedByBack).toHaveBeenCalledOnce();
});

test('after a link has left a dialog and the panel below, one Back returns to the page', async () => {
  tab.follow('/tickets');
  const panel = await open();
  const dialog = await open();
  tab.follow('/checkout');
  dialog.close();
  panel.close();
  await tab.press(-1);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
});

describe('a dialog that opens again after a reload', () => {
  async function reopened() {
    tab.follow('/tickets');
    await open();
    await load();
    return await open();
  }

  test('has the entry that it had before', async () => {
    await reopened();
    expect([tab.length, tab.state?.foyerModals]).toEqual([3, 1]);
  });

  test('is closed by Back, and the next Back changes the page', async () => {
    const { closedByBack } = await reopened();
    await tab.press(-1);
    expect(closedByBack).toHaveBeenCalledOnce();
    expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
    await tab.press(-1);
    expect(tab.path).toBe('/');
  });

  test('is closed by its button in one step', async () => {
    const { close } = await reopened();
    const go = vi.spyOn(tab, 'go');
    close();
    await vi.advanceTimersByTimeAsync(50);
    expect(go.mock.calls).toEqual([[-1]]);
    expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
  });

  test('leaves a second dialog its own entry', async () => {
    const { closedByBack } = await reopened();
    const second = await open();
    expect(tab.state?.foyerModals).toBe(2);
    await tab.press(-1);
    expect(second.closedByBack).toHaveBeenCalledOnce();
    expect(closedByBack).not.toHaveBeenCalled();
  });
});

test('closing a dialog that opens again without the panel below it removes both entries', async () => {
  tab.follow('/tickets');
  await open();
  await open();
  await load();
  const { close } = await open();
  expect([tab.length, tab.state?.foyerModals]).toEqual([4, 2]);
  close();
  await vi.advanceTimersByTimeAsync(50);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/tickets', undefined]);
});

test('Forward leads to a document opened from a dialog, after Back has opened the dialog again', async () => {
  await open();
  tab.follow('/elsewhere');
  await load();
  await tab.press(-1);
  await load();
  const { close } = await open();
  expect([tab.length, tab.state?.foyerModals]).toEqual([3, 1]);
  close();
  await vi.advanceTimersByTimeAsync(50);
  expect([tab.path, tab.state?.foyerModals]).toEqual(['/', undefined]);
  await tab.press(1);
  expect(tab.path).toBe('/elsewhere');
});
