import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { endAll } from './display.ts';
import type { Surroundings, Window } from './window.ts';

/** Starts WebKitGTK's MiniBrowser through its WebDriver driver: https://www.w3.org/TR/webdriver/ */
export async function openWebKit({ program, env, width, height }: Surroundings): Promise<Window> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...env, WEBKIT_DISABLE_COMPOSITING_MODE: '1', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
    detached: true,
  });
  const send = async <Value>(method: string, address: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  };

  try {
    await untilListening(port);
    const browserOptions = { binary: program, args: ['--automation'] };
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
    });
    const session = `/session/${sessionId}`;
    const window: Window = {
      goto: (url) => send('POST', `${session}/url`, { url }),
      async evaluate<Value>(expression: string) {
        const script = `return Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`;
        return JSON.parse(await send('POST', `${session}/execute/sync`, { script, args: [] })) as Value;
      },
      perform: (actions) => send('POST', `${session}/actions`, { actions }),
      back: () => send('POST', `${session}/back`, {}),
      forward: () => send('POST', `${session}/forward`, {}),
      reload: () => send('POST', `${session}/refresh`, {}),
      resize: (width, height) => send('POST', `${session}/window/rect`, { width, height }),
      errors: [],
      async close() {
        await send('DELETE', session).catch(() => {});
        await endAll(driver);
      },
    };
    await window.resize(width, height);
    return window;
  } catch (error) {
    await endAll(driver);
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function untilListening(port: number): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      return;
    } catch (error) {
      if (attempts === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
