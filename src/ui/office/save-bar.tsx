import { useEffect, useEffectEvent } from 'react';
import { Button } from '../button.tsx';
import { useLanguage } from '../language.ts';
import styles from './save-bar.module.css';

interface SaveBarProps {
  /** What will be saved, one text per change. If there is none, the bar is hidden. */
  changes: readonly string[];
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/**
 * Appears at the bottom of the page as soon as something in a form has changed, and lists what will be saved. Ctrl-S
 * (Cmd-S on a Mac) saves, even while a field has the focus.
 */
export function SaveBar({ changes, isSaving, onSave, onDiscard }: SaveBarProps) {
  const { text } = useLanguage();
  const isShown = changes.length > 0;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if ((event.target as Element).closest('[role=dialog], [role=alertdialog]')) return;
    // Otherwise the browser saves the page as a file.
    event.preventDefault();
    if (!isSaving) onSave();
  });
  useEffect(() => {
    if (!isShown) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isShown]);
  return (
    <>
      <p className="visually-hidden" role="status">
        {isShown && text('Unsaved changes')}
      </p>
      {isShown && (
        <section className={styles.bar} aria-label={text('Unsaved changes')}>
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <div className={styles.buttons}>
            <Button small busy={isSaving} onClick={onSave}>
              {text('Save')}
            </Button>
            <Button kind="secondary" small onClick={onDiscard}>
              {text('Discard')}
            </Button>
          </div>
        </section>
      )}
    </>
  );
}
