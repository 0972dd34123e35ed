import { useEffect, useState } from 'react';
import { announce } from '#browser/announcer.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './copy-button.module.css';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { useLanguage } from './language.ts';

/** How long "Copied" is shown, in milliseconds. */
const COPIED_MS = 2_000;

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard API, but the old command still works in a click handler.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'visually-hidden';
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

interface CopyButtonProps {
  text: string;
  /** Completes the accessible name: "Copy order code". */
  what: string;
  /** Whether to show only the icon, as in a line of text. */
  isIcon?: boolean;
}

export function CopyButton({ text: copiedText, what, isIcon = false }: CopyButtonProps) {
  const { text } = useLanguage();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      kind="text"
      className={classNames(styles.copy, isIcon && styles.icon)}
      onClick={async (event) => {
        const button = event.currentTarget;
        const worked = await copyText(copiedText);
        button.focus();
        setCopied(worked);
        announce(worked ? text('Copied {what}', { what }) : text('Could not copy'));
      }}
    >
      {copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
      <span className={isIcon ? 'visually-hidden' : undefined}>{copied ? text('Copied') : text('Copy')}</span>
      <span className="visually-hidden"> {what}</span>
    </Button>
  );
}
