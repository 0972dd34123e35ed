import type { Language } from '#kernel/language.ts';

/** Translates a device as `deviceOf` names it. Passkeys have the names of their devices. */
export function deviceInWords(device: string, { text }: Language): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  if (browser !== undefined && system !== undefined) return text('{browser} on {system}', { browser, system });
  return device === 'Unknown device' ? text('Unknown device') : device;
}
