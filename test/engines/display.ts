import { type ChildProcess, spawn } from 'node:child_process';

/** Ends a program and its children. */
export async function endAll(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/**
 * Starts a separate screen for one browser. Without a screen Firefox sends no focus events, and two browsers on one
 * screen would take focus from each other.
 */
export async function startDisplay(): Promise<{ name: string; stop: () => Promise<void> }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (bytes) => resolve(String(bytes).trim()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { name: `:${number}`, stop: () => endAll(child) };
}
