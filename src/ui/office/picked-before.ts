import { keptText } from '#browser/kept-text.ts';
import { MAX_REMEMBERED } from './picker-options.ts';

/**
 * What was picked in pickers of this kind in this browser, the latest first. `kind` is for pickers with the same
 * options on several pages.
 */
export function pickedBefore(kind: string): string[] {
  const kept: unknown = parsed(keptText(keyOf(kind)).read());
  return Array.isArray(kept) ? kept.filter((value) => typeof value === 'string') : [];
}

export function rememberPicked(kind: string, value: string): void {
  keptText(keyOf(kind)).write(JSON.stringify([value, ...pickedBefore(kind)].slice(0, MAX_REMEMBERED)));
}

const keyOf = (kind: string): string => `foyer.picked.${kind}`;

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
