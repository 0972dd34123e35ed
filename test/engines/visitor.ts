import assert from 'node:assert/strict';
import type { InputSource, Window } from './window.ts';

/** The longest wait for anything on a page, in milliseconds. */
const PATIENCE_MS = 20_000;

/** A key without a character, in the protocols' encoding. */
export const ESCAPE = '\uE00C';

type Kind = 'button' | 'link' | 'field' | 'heading' | 'checkbox';

const SELECTORS: Record<Kind, string> = {
  button: 'button, input[type="submit"], [role="button"], summary',
  link: 'a[href]',
  field: 'input, textarea, select',
  checkbox: 'input[type="checkbox"]',
  heading: 'h1, h2, h3',
};

/** Returns an expression for the page: the first visible, reachable element of a kind whose label or text matches. */
const expressionFor = (
  kind: Kind,
  name: RegExp,
): string => `[...document.querySelectorAll(${JSON.stringify(SELECTORS[kind])})].find((element) => {
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
  return ${name}.test(label.replace(/\\s+/g, ' ').trim()) && element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' && !element.closest('[aria-hidden="true"], [inert]');
})`;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A visitor at a browser. Every action waits until it is possible. */
export interface Visitor {
  window: Window;
  goto(path: string): Promise<void>;
  /** Waits until an expression about the page is true, and returns its value. */
  until<Value>(expression: string): Promise<Value>;
  untilText(text: RegExp): Promise<void>;
  untilPath(path: RegExp): Promise<void>;
  /** Waits for a page by its heading; the address changes before the page does. */
  untilPage(heading: RegExp): Promise<void>;
  untilThere(kind: Kind, name: RegExp): Promise<void>;
  press(kind: Kind, name: RegExp): Promise<void>;
  /** Clicks a text field and replaces its content. */
  type(name: RegExp, text: string): Promise<void>;
  /** Chooses from a list by the option's text. */
  choose(name: RegExp, option: RegExp): Promise<void>;
  key(key: string): Promise<void>;
  valueOf(name: RegExp): Promise<string>;
  /** Returns the name of the focused element. */
  focused(): Promise<string>;
  untilFocused(name: RegExp): Promise<void>;
}

export function visitorOf(window: Window, origin: string): Visitor {
  const until = async <Value>(expression: string): Promise<Value> => {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      // While a page is being replaced, a query may fail.
      const value = await window.evaluate<Value>(expression).catch((error: Error) => error);
      if (value && !(value instanceof Error)) return value;
      if (performance.now() > deadline) throw new Error(await notSeen(expression, value));
      await pause(50);
    }
  };

  const notSeen = async (expression: string, last: unknown): Promise<string> => {
    const seen = await window
      .evaluate<string>(`location.href + '\\n' + document.body.innerText.slice(0, 1500)`)
      .catch(String);
    return `Never true: ${expression}\nlast answer: ${last}\n${seen}`;
  };

  /** Returns where to click, once the element has stopped moving and nothing covers it. */
  const placeOf = (kind: Kind, name: RegExp): Promise<{ x: number; y: number }> =>
    until(`(async () => {
      const element = ${expressionFor(kind, name)};
      if (!element || element.disabled) return null;
      const middle = () => {
        const { left, top, width, height } = element.getClientRects()[0];
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      };
      if (middle().y < 120 || middle().y > innerHeight - 120) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const before = middle();
      await new Promise((resolve) => setTimeout(resolve, 60));
      const now = middle();
      const hit = document.elementFromPoint(now.x, now.y);
      const isFree = hit && (element.contains(hit) || hit.contains(element) || [...(element.labels ?? [])].some((label) => label.contains(hit)));
      return isFree && before.x === now.x && before.y === now.y ? now : null;
    })()`);

  const press = async (kind: Kind, name: RegExp) => {
    const { x, y } = await placeOf(kind, name);
    const move = { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' };
    const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await window.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  };

  const keys = (values: Iterable<string>): InputSource[] => [
    {
      type: 'key',
      id: 'keyboard',
      actions: [...values].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    },
  ];

  const focused = () =>
    window.evaluate<string>(
      `((element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim())(document.activeElement)`,
    );

  return {
    window,
    until,
    press,
    focused,
    goto: (path) => window.goto(origin + path),
    untilText: async (text) => void (await until(`${text}.test(document.body.innerText)`)),
    untilPath: async (path) => void (await until(`${path}.test(location.pathname + location.search)`)),
    untilPage: async (heading) => void (await until(`${heading}.test(document.querySelector('main h1')?.textContent)`)),
    untilThere: async (kind, name) => void (await until(`Boolean(${expressionFor(kind, name)})`)),
    async type(name, text) {
      await press('field', name);
      await window.evaluate(`void ${expressionFor('field', name)}.select()`);
      await window.perform(keys(text));
      assert.equal(await this.valueOf(name), text);
    },
    async choose(name, option) {
      await until(`(() => {
        const list = ${expressionFor('field', name)};
        const option = [...(list?.options ?? [])].find(({ text, disabled }) => !disabled && ${option}.test(text));
        if (!option) return false;
        list.value = option.value;
        list.dispatchEvent(new Event('change', { bubbles: true }));
        return true;
      })()`);
    },
    key: (key) => window.perform(keys([key])),
    valueOf: (name) => window.evaluate<string>(`${expressionFor('field', name)}?.value ?? ''`),
    async untilFocused(name) {
      const deadline = performance.now() + PATIENCE_MS;
      while (!name.test(await focused())) {
        if (performance.now() > deadline) assert.match(await focused(), name);
        await pause(50);
      }
    },
  };
}
