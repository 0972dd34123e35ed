import type { Language } from '#kernel/language.ts';

/** A device as `deviceOf` names it, or the name of a passkey, which is its device's. */
export function deviceInWords(device: string, { text }: Language): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  if (browser !== undefined && system !== undefined) return text('{browser} on {system}', { browser, system });
  return device === 'Unknown device' ? text('Unknown device') : device;
}
