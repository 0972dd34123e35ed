import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import { useLanguage } from '#ui/language.ts';
import styles from './statements.module.css';

/** A field for the bank's files, which also accepts dropped files. */
export function FileDrop({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: FileList | null) => void }) {
  const { text } = useLanguage();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    // The field shows the names of its files.
    if (input.current) input.current.files = event.dataTransfer.files;
    onFiles(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same without a mouse.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{isBusy ? text('Reading the files') : text('Choose files or drop them here')}</label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        disabled={isBusy}
        accept=".xml,.sta,.mt940,.940,.txt,.csv,.zip"
        onClick={({ currentTarget }) => {
          // Otherwise choosing the same file again would not count as a change.
          currentTarget.value = '';
        }}
        onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => onFiles(currentTarget.files)}
      />
    </div>
  );
}
