import { StartProblem } from '#platform/config/start-problem.ts';
import { isLoopbackUrl } from '#platform/http/loopback.ts';
import type { GatewayOptions } from '../load-gateways.ts';

const MODES = ['test', 'live'] as const;
const SAVED_CARDS = ['no', 'mit', 'moto'] as const;

const ADDRESSES = { test: 'https://ipgtest.monri.com', live: 'https://ipg.monri.com' } as const;

export interface MonriConfig {
  readonly mode: (typeof MODES)[number];
  /** The first signs; a second one, while the key is being replaced, only verifies. */
  readonly keys: readonly [string, ...string[]];
  /** The authenticity token, which is public. */
  readonly token: string;
  /** The shop's own number: Monri's form requires one, and the shop does not ask buyers for theirs. */
  readonly phone: string;
  /** How saved cards are charged, as agreed with the bank. `no`: cards are not saved. */
  readonly savedCards: (typeof SAVED_CARDS)[number];
  /** Without a trailing slash. In tests, the address of a stand-in. */
  readonly url: string;
}

const KNOWN = ['MONRI_MODE', 'MONRI_KEY', 'MONRI_TOKEN', 'MONRI_PHONE', 'MONRI_SAVED_CARDS', 'MONRI_URL'];

/** Throws a `StartProblem` that lists every mistake. No message repeats a key. */
export function readMonriConfig({ variables, isProduction }: GatewayOptions): MonriConfig {
  const mistakes: string[] = [];
  const mode = MODES.find((one) => one === variables.MONRI_MODE);
  if (!mode) mistakes.push('MONRI_MODE must be test or live.');
  else if (mode === 'test' && isProduction) {
    mistakes.push('MONRI_MODE is test, and this shop is in production. Use live, with the live key and token.');
  } else if (mode === 'live' && !isProduction) {
    mistakes.push('MONRI_MODE is live, and this shop is not in production. Use test, or set SHOP_ENV=production.');
  }

  const [key, ...olderKeys] = (variables.MONRI_KEY ?? '').split(',').flatMap((one) => one.trim() || []);
  if (!key) mistakes.push('MONRI_KEY is required for the gateway monri: the merchant key from Monri’s dashboard.');
  else if (olderKeys.length > 1)
    mistakes.push('MONRI_KEY must contain at most two keys: two only while one is being replaced.');

  const token = variables.MONRI_TOKEN ?? '';
  if (!token) {
    mistakes.push('MONRI_TOKEN is required for the gateway monri: the authenticity token from Monri’s dashboard.');
  } else if (!/^[A-Za-z0-9]{40}$/.test(token)) {
    mistakes.push('MONRI_TOKEN must be the authenticity token, which has 40 letters and digits.');
  }

  const phone = variables.MONRI_PHONE ?? '';
  if (!/^\+?[0-9][0-9 ()/-]{1,27}[0-9]$/.test(phone)) {
    mistakes.push('MONRI_PHONE must be your phone number, such as "+385 1 234 5678": Monri’s form asks for one.');
  }

  const savedCards = SAVED_CARDS.find((one) => one === (variables.MONRI_SAVED_CARDS ?? 'no'));
  if (!savedCards) mistakes.push(`MONRI_SAVED_CARDS must be one of ${SAVED_CARDS.join(', ')}.`);

  if (variables.MONRI_URL !== undefined) {
    if (isProduction) mistakes.push('MONRI_URL must not be set in production.');
    else if (!isLoopbackUrl(variables.MONRI_URL)) {
      mistakes.push('MONRI_URL is for a stand-in on this machine, such as http://127.0.0.1:4010.');
    }
  }

  const unknown = Object.keys(variables).filter((name) => name.startsWith('MONRI_') && !KNOWN.includes(name));
  for (const name of unknown) mistakes.push(`${name} is unknown. Monri’s variables are ${KNOWN.join(', ')}.`);
  if (mistakes.length > 0 || !mode || !key || !savedCards) throw new StartProblem(mistakes.join('\n'));
  const url = variables.MONRI_URL ? new URL(variables.MONRI_URL).origin : ADDRESSES[mode];
  return { mode, keys: [key, ...olderKeys], token, phone, savedCards, url };
}
