import { useSyncExternalStore } from 'react';
import { keptText } from '#browser/kept-text.ts';
import { type Choice, type Consent, consentOf, consentText } from '../domain/consent.ts';

const kept = keptText('foyer.tracking');
let consent = consentOf(kept.read());
const listeners = new Set<() => void>();

function set(next: Consent | null): void {
  consent = next;
  for (const changed of listeners) changed();
}

// Whoever declines in one tab has declined in all of them.
kept.onOtherTab((text) => set(consentOf(text)));

/** Keeps an answer, from this moment on. */
export function choose(choice: Choice): void {
  const text = consentText(choice, new Date());
  kept.write(text);
  set(consentOf(text));
}

/** A browser that asks not to be tracked (Global Privacy Control) has answered for its user, until they say otherwise. */
const isAskedNotTo = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

const answer = (): Choice | null => consent?.choice ?? (isAskedNotTo() ? 'declined' : null);

/** Whether the pixel may hear of anything now. */
export const isAccepted = (): boolean => answer() === 'accepted';

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The visitor's answer; null while there is none. */
export const useChoice = (): Choice | null => useSyncExternalStore(subscribe, answer);
