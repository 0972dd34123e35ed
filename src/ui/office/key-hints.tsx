import { createContext, type ReactNode, useContext, useRef } from 'react';
import { useKeys } from '#browser/use-keys.ts';
import styles from './key-hints.module.css';

const Shown = createContext(false);

const FIRST_FIELD = 'form :is(textarea, input, select)';

interface KeyAreaProps {
  /** Whether the person has switched single letters on. */
  isOn: boolean;
  letters: readonly string[];
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page whose buttons have letters. Pressing a letter presses the button or link that shows it, if any. */
export function KeyArea({ isOn, letters, className, children }: KeyAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const press = (letter: string) => {
    const hint = area.current?.querySelector(`[data-letter="${letter}"]`);
    const pressed = hint?.closest<HTMLElement>('button, a');
    pressed?.click();
    // If a form has replaced the button, its first field gets the focus.
    requestAnimationFrame(() => {
      if (pressed?.isConnected === false) area.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    });
  };
  useKeys(isOn, Object.fromEntries(letters.map((letter) => [letter, () => press(letter)])));
  return (
    <div ref={area} className={className}>
      <Shown value={isOn}>{children}</Shown>
    </div>
  );
}

/** The letter of a button, inside it. It only appears in a `KeyArea` that is on. */
export function KeyHint({ letter }: { letter: string }) {
  if (!useContext(Shown)) return null;
  return (
    <span className={styles.key} data-letter={letter} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
