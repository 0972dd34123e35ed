import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { type Limits, limitsWith } from '#platform/http/limits.ts';
import { readLimitChanges } from './limit-changes.ts';
import { keyFrom, weaknessOf } from './secret-key.ts';
import { StartProblem } from './start-problem.ts';

export class EnvironmentReader {
  readonly #env: Record<string, string | undefined>;
  /** Relative paths start at this folder instead of the working directory. */
  readonly #folder: string;
  readonly #mistakes: string[] = [];

  constructor(env: Record<string, string | undefined>, folder: string) {
    this.#env = env;
    this.#folder = folder;
  }

  refuse(name: string, why: string): undefined {
    this.#mistakes.push(`${name} ${why}.`);
    return undefined;
  }

  /** Runs `work`. If it throws a `StartProblem`, adds the message to the mistakes and returns undefined. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StartProblem)) throw error;
      this.#mistakes.push(error.message);
      return undefined;
    }
  }

  throwMistakes(): void {
    if (this.#mistakes.length > 0) throw new StartProblem(this.#mistakes.join('\n'));
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  startingWith(prefixes: readonly string[]): Record<string, string> {
    const names = Object.keys(this.#env).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
    return Object.fromEntries(names.flatMap((name) => (this.text(name) ? [[name, this.text(name)!]] : [])));
  }

  oneOf<const Values extends readonly string[]>(
    name: string,
    values: Values,
    defaultValue: Values[number],
  ): Values[number] {
    const text = this.text(name);
    if (text === undefined) return defaultValue;
    if (values.includes(text)) return text;
    this.refuse(name, `is "${text}" and must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`);
    return defaultValue;
  }

  flag(name: string): boolean {
    const text = this.text(name);
    if (text !== undefined && text !== '1' && text !== '0') this.refuse(name, `is "${text}" and must be 1 or 0`);
    return text === '1';
  }

  port(): number {
    const text = this.text('PORT') ?? '3000';
    const port = Number(text);
    if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
    this.refuse('PORT', `is "${text}" and must be a number from 0 to 65535`);
    return 0;
  }

  wholeNumber(name: string, min: number, defaultValue: number): number {
    const text = this.text(name);
    if (text === undefined) return defaultValue;
    if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
    this.refuse(name, `is "${text}" and must be a whole number of at least ${min}`);
    return defaultValue;
  }

  /** Does not repeat a wrong URL in the message, because it can contain a password. */
  url(name: string, protocols: string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    return this.refuse(
      name,
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
  }

  origin(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      return this.refuse(name, `is "${text}" and must be a URL that starts with http:// or https://`);
    }
    if (url.pathname !== '/' || url.search || url.hash || url.username) {
      return this.refuse(
        name,
        `is "${text}" and must end after the host or port: the shop lives at the root of its address`,
      );
    }
    return url.origin;
  }

  folder(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const folder = path.resolve(this.#folder, text);
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
    return this.refuse(name, `is "${text}", and there is no such folder`);
  }

  mailAddress(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(text)) return text;
    return this.refuse(name, `is "${text}" and must be one email address`);
  }

  networks(name: string): string[] {
    const networks = (this.text(name) ?? '').split(',').flatMap((part) => part.trim() || []);
    for (const network of networks) {
      if (!isNetwork(network))
        this.refuse(name, `has "${network}", which is neither an address nor a network such as 10.0.0.0/8`);
    }
    return networks;
  }

  keys(name: string): Buffer[] {
    const texts = (this.text(name) ?? '').split(',').flatMap((part) => part.trim() || []);
    for (const [index, text] of texts.entries()) {
      const weakness = weaknessOf(text);
      // The message must not repeat the key.
      if (weakness) this.refuse(name, `has a key, number ${index + 1}, that ${weakness}`);
    }
    return texts.map(keyFrom);
  }

  limits(name: string): Limits {
    const { changes, mistakes } = readLimitChanges(this.text(name) ?? '');
    for (const mistake of mistakes) this.refuse(name, mistake);
    return limitsWith(changes);
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = net.isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
