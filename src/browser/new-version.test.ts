import { expect, test } from 'vitest';
import { type Tab, watchForNewVersion } from './new-version.ts';

const OLD = '/assets/entry-old.js';
const pageWith = (script: string) => `<script type="module" src="${script}"></script>`;

/** Returns a tab that began with the old script, in a shop whose pages begin with the given one. */
function given({ script = OLD, page = async () => pageWith('/assets/entry-new.js'), notes = new Map() } = {}) {
  const window = new EventTarget();
  let reloads = 0;
  watchForNewVersion({
    window,
    script,
    page,
    storage: () =>
      ({
        getItem: (key: string) => notes.get(key) ?? null,
        setItem: (key: string, text: string) => notes.set(key, text),
      }) as unknown as Storage,
    reload: () => {
      reloads += 1;
    },
  } satisfies Tab);
  return {
    notes,
    type(into: { isConnected: boolean }) {
      const event = new Event('input');
      Object.defineProperty(event, 'target', { value: into });
      window.dispatchEvent(event);
    },
    /** Returns the number of reloads so far. */
    async afterAMissingScript() {
      window.dispatchEvent(new Event('vite:preloadError'));
      await new Promise((resolve) => setTimeout(resolve));
      return reloads;
    },
  };
}

test('the tab is reloaded if a script fails to load and the shop’s pages begin with another script', async () => {
  expect(await given().afterAMissingScript()).toBe(1);
});

test('the tab stays if the shop was not updated', async () => {
  expect(await given({ page: async () => pageWith(OLD) }).afterAMissingScript()).toBe(0);
});

test('the tab stays without a connection', async () => {
  const page = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await given({ page }).afterAMissingScript()).toBe(0);
});

test('a tab with the same script after a reload is only reloaded again after another update', async () => {
  const tab = given();
  expect(await tab.afterAMissingScript()).toBe(1);
  const again = given({ notes: tab.notes });
  expect(await again.afterAMissingScript()).toBe(0);
  const updated = given({ notes: tab.notes, script: '/assets/entry-other.js' });
  expect(await updated.afterAMissingScript()).toBe(1);
});

test('the tab stays as long as typed input is on the page', async () => {
  const tab = given();
  const field = { isConnected: true };
  tab.type(field);
  expect(await tab.afterAMissingScript()).toBe(0);
  field.isConnected = false;
  expect(await tab.afterAMissingScript()).toBe(1);
});

test('the tab stays if something is typed during the check for a new version', async () => {
  let answer = (_page: string) => {};
  const tab = given({
    page: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await tab.afterAMissingScript();
  tab.type({ isConnected: true });
  answer(pageWith('/assets/entry-new.js'));
  expect(await tab.afterAMissingScript()).toBe(0);
});

test('the tab stays if storage is forbidden, because it could reload endlessly', async () => {
  const notes = {
    get() {
      throw new DOMException('The operation is insecure', 'SecurityError');
    },
  };
  expect(await given({ notes: notes as unknown as Map<string, string> }).afterAMissingScript()).toBe(0);
});
