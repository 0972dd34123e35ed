import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** An element reduced to what matters here: its parents, and whether it is a control. */
class FakeElement {
  isConnected = true;
  readonly parent: FakeElement | null;
  readonly isControl: boolean;

  constructor(parent: FakeElement | null, { isControl = false } = {}) {
    this.parent = parent;
    this.isControl = isControl;
  }

  contains(other: FakeElement | null): boolean {
    return other !== null && (other === this || this.contains(other.parent));
  }

  closest(): FakeElement | null {
    return this.isControl ? this : (this.parent?.closest() ?? null);
  }
}

const body = new FakeElement(null);
const panel = new FakeElement(body);
const button = new FakeElement(panel, { isControl: true });
const icon = new FakeElement(button);
const field = new FakeElement(body);

const listeners = new Map<string, (event: { target: FakeElement }) => void>();
const page = {
  activeElement: body as FakeElement | null,
  addEventListener: (type: string, listener: (event: { target: FakeElement }) => void) => listeners.set(type, listener),
};
const send = (type: string, target: FakeElement) => listeners.get(type)?.({ target });

let focusedOrPressed: () => unknown;

beforeEach(async () => {
  page.activeElement = body;
  vi.stubGlobal('document', page);
  vi.resetModules();
  const module = await import('./last-pressed.ts');
  module.watchPresses();
  focusedOrPressed = module.focusedOrPressed;
});

afterEach(() => vi.unstubAllGlobals());

test('a pressed button counts as focused in a browser that leaves focus on the body', () => {
  send('click', icon);
  expect(focusedOrPressed()).toBe(button);
});

test('a pressed button counts as focused in a browser that moves focus to the panel around it', () => {
  page.activeElement = panel;
  send('focusin', panel);
  send('click', button);
  expect(focusedOrPressed()).toBe(button);
});

test('a pressed button no longer counts once focus moves elsewhere', () => {
  send('click', button);
  page.activeElement = field;
  send('focusin', field);
  expect(focusedOrPressed()).toBe(field);
  page.activeElement = body;
  expect(focusedOrPressed()).toBe(body);
});

test('neither a removed button nor a press outside any control counts', () => {
  send('click', button);
  button.isConnected = false;
  expect(focusedOrPressed()).toBe(body);
  button.isConnected = true;
  send('click', panel);
  expect(focusedOrPressed()).toBe(body);
});
