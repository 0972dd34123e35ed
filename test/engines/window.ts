import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type EngineName, findEngine } from '../../tools/set-up/find-engines.mjs';
import { startDisplay } from './display.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

/** An input source with its actions, as both WebDriver protocols describe them. */
export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: object[];
}

/** One window of one browser, as the WebDriver protocols offer it. */
export interface Window {
  goto(url: string): Promise<void>;
  /**
   * Returns the value of an expression in the page, which must be JSON; a promise is awaited. Throws the page's error.
   */
  evaluate<Value>(expression: string): Promise<Value>;
  perform(sources: readonly InputSource[]): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Errors that scripts of the page did not catch, where the browser reports them. */
  errors: string[];
  close(): Promise<void>;
}

export interface WindowOptions {
  width?: number;
  height?: number;
  /** Settings of the profile; only for Firefox. */
  preferences?: Record<string, string | number | boolean>;
}

export interface Surroundings extends Required<WindowOptions> {
  program: string;
  /** A home directory that starts empty and is removed afterwards. */
  home: string;
  env: NodeJS.ProcessEnv;
}

const OPENERS: Record<EngineName, (surroundings: Surroundings) => Promise<Window>> = {
  firefox: openFirefox,
  webkit: openWebKit,
};

/** Opens a separate browser with an empty profile, on its own screen. */
export async function openWindow(
  engine: EngineName,
  { width = 1280, height = 900, preferences = {} }: WindowOptions = {},
): Promise<Window> {
  const program = findEngine(engine);
  if (!program) throw new Error(`There is no ${engine} on this machine; \`npm test\` installs one where it can.`);
  const display = await startDisplay();
  const home = fs.mkdtempSync(path.join(os.tmpdir(), `foyer-${engine}-`));
  const env = { ...process.env, DISPLAY: display.name, HOME: home, XDG_RUNTIME_DIR: home, GDK_BACKEND: 'x11' };
  const clear = async () => {
    await display.stop();
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const window = await OPENERS[engine]({ program, home, env, width, height, preferences });
    return {
      ...window,
      async close() {
        await window.close();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
