import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import type { KnownHolder } from '../../domain/known-holders.ts';
import { isSameHolder } from '../../domain/same-holder.ts';
import styles from './holder-dialog.module.css';

export interface KnownHolderButtonsProps {
  known: { own: KnownHolder | null; others: readonly KnownHolder[] };
  typed: { full_name: string; email: string };
  onChoose: (holder: KnownHolder) => void;
}

/** Buttons that fill in known details: the customer's own, or those of a holder in the cart. */
export function KnownHolderButtons({ known, typed, onChoose }: KnownHolderButtonsProps) {
  const { text } = useLanguage();
  const isTyped = (holder: KnownHolder) =>
    isSameHolder(holder.fullName, typed.full_name) && holder.email === typed.email.trim();
  const others = known.others.filter((holder) => !isTyped(holder));
  const own = known.own && !isTyped(known.own) ? known.own : null;
  if (!own && others.length === 0) return null;
  return (
    <div className={styles.fills}>
      {own && (
        <Button kind="secondary" small onClick={() => onChoose(own)}>
          {text('Use my details')}
        </Button>
      )}
      {others.map((holder) => (
        <Button key={holder.fullName} kind="secondary" small onClick={() => onChoose(holder)}>
          {text('Use {fullName}', { fullName: holder.fullName })}
        </Button>
      ))}
    </div>
  );
}
