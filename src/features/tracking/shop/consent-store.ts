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

// Declining in one tab applies to all.
kept.onOtherTab((text) => set(consentOf(text)));

/** Stores an answer and applies it immediately. */
export function choose(choice: Choice): void {
  const text = consentText(choice, new Date());
  kept.write(text);
  set(consentOf(text));
}

/** A browser with Global Privacy Control declines for its user, until the user answers. */
const hasGlobalPrivacyControl = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

const answer = (): Choice | null => consent?.choice ?? (hasGlobalPrivacyControl() ? 'declined' : null);

export const isAccepted = (): boolean => answer() === 'accepted';

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The visitor's answer, or null. */
export const useChoice = (): Choice | null => useSyncExternalStore(subscribe, answer);
