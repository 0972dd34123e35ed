import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { endAll } from './display.ts';
import type { Surroundings, Window } from './window.ts';

/** The time that Firefox may take to start, in milliseconds. */
const START_MS = 60_000;

/** Starts Firefox over the protocol that it supports natively, WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/ */
export async function openFirefox({ program, home, env, width, height, preferences }: Surroundings): Promise<Window> {
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  fs.writeFileSync(path.join(home, 'user.js'), lines.join('\n'));
  const firefox = spawn(program, ['--no-remote', '--new-instance', '--profile', home, '--remote-debugging-port=0'], {
    env: { ...env, MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let printed = '';
      firefox.stderr.setEncoding('utf8').on('data', (text) => {
        printed += text;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(printed);
        if (found) resolve(found[1] as string);
      });
      firefox.once('error', reject);
      firefox.once('exit', () => reject(new Error(`Firefox ended at once: ${printed}`)));
      setTimeout(() => reject(new Error(`Firefox did not start: ${printed}`)), START_MS).unref();
    });
    const errors: string[] = [];
    const { send, end } = await connect(`${address}/session`, (method, params) => {
      const entry = params as { type?: string; level?: string; text?: string };
      if (method === 'log.entryAdded' && entry.type === 'javascript' && entry.level === 'error')
        errors.push(String(entry.text));
    });
    await send('session.new', { capabilities: {} });
    await send('session.subscribe', { events: ['log.entryAdded'] });
    const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const context = tree.contexts[0]?.context;
    const window: Window = {
      goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
      async evaluate<Value>(expression: string) {
        const answer = await send<{ result?: { value: string }; exceptionDetails?: { text: string } }>(
          'script.evaluate',
          {
            expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`,
            target: { context },
            awaitPromise: true,
          },
        );
        if (!answer.result) throw new Error(answer.exceptionDetails?.text);
        return JSON.parse(answer.result.value) as Value;
      },
      perform: (actions) => send('input.performActions', { context, actions }),
      back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
      forward: () => send('browsingContext.traverseHistory', { context, delta: 1 }),
      reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
      resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
      errors,
      async close() {
        end();
        await endAll(firefox);
      },
    };
    await window.resize(width, height);
    return window;
  } catch (error) {
    await endAll(firefox);
    throw error;
  }
}

interface Connection {
  send: <Value = void>(method: string, params: object) => Promise<Value>;
  end: () => void;
}

async function connect(address: string, onEvent: (method: string, params: unknown) => void): Promise<Connection> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)), { once: true });
  });
  let last = 0;
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.id === undefined) return onEvent(message.method, message.params);
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === 'error') reject?.(new Error(`Firefox: ${message.error}: ${message.message}`));
    else resolve?.(message.result as never);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'));
  });
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    end: () => socket.close(),
  };
}
