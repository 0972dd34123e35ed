import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import checkbox from '../checkbox.module.css';
import { classNames } from '../class-names.ts';
import { ChevronIcon } from '../icons.tsx';
import styles from './more-menu.module.css';

interface MenuAction {
  label: string;
  onPress: () => void;
  /** For something that is on or off: the list stays open after it was pressed. */
  isOn?: boolean;
}

interface MoreMenuProps {
  label: string;
  /** What the actions change, such as a row. It tells several menus on a page apart for screen readers. */
  object?: string;
  actions: readonly MenuAction[];
  /** Whether the list opens towards the end of the line, for a button at its start. */
  alignsStart?: boolean;
}

/**
 * A button that opens a list of further actions. It is a list of buttons rather than a `menu`, so that Tab alone
 * reaches them. A single action is a button itself, and without actions there is none.
 */
export function MoreMenu({ label, object, actions, alignsStart = false }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    // The focus may be anywhere: pressing a label's text leaves it on no element for a moment.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [isOpen]);
  const [first, ...others] = actions;
  if (first === undefined) return null;
  const nameOf = (words: string) => (object === undefined ? undefined : `${words} ${object}`);
  if (others.length === 0 && first.isOn === undefined) {
    return (
      <Button kind="secondary" small aria-label={nameOf(first.label)} onClick={first.onPress}>
        {first.label}
      </Button>
    );
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !frame.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches the focus of the buttons inside.
    <div ref={frame} className={styles.box} onBlur={onBlur}>
      <Button
        ref={button}
        kind="secondary"
        small
        aria-label={nameOf(label)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <ChevronIcon size={16} />
      </Button>
      <ul id={id} className={classNames(styles.list, alignsStart && styles.start)} hidden={!isOpen}>
        {isOpen &&
          actions.map((action) => (
            <li key={action.label}>
              {action.isOn === undefined ? (
                <button
                  type="button"
                  className={styles.action}
                  onClick={() => {
                    setOpen(false);
                    // Focus moves here first, because a dialog that the action opens returns it here when it closes.
                    button.current?.focus();
                    action.onPress();
                  }}
                >
                  {action.label}
                </button>
              ) : (
                <label className={classNames(styles.action, styles.choice)}>
                  <input type="checkbox" className={checkbox.box} checked={action.isOn} onChange={action.onPress} />
                  {action.label}
                </label>
              )}
            </li>
          ))}
      </ul>
    </div>
  );
}
