import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { ChoiceButtons } from './choice-buttons.tsx';
import styles from './consent-bar.module.css';
import { useChoice } from './consent-store.ts';

const statusTexts = {
  accepted: markedText('You have accepted it. If you decline, nothing more will be sent.'),
  declined: markedText('You have declined it. Nothing is loaded from Meta and nothing is sent.'),
  open: markedText('You have not decided yet. Until you do, nothing is loaded from Meta and nothing is sent.'),
};

/** The current choice on the cookie policy page, and what the browser stores about it. */
export function ChoiceSection() {
  const { text, translate } = useLanguage();
  const choice = useChoice();
  return (
    <section className={styles.section} aria-labelledby="tracking-choice">
      <h2 id="tracking-choice">{text('Your choice about the Meta pixel')}</h2>
      <p role="status">{translate(statusTexts[choice ?? 'open'])}</p>
      <p>
        {text(
          'Your browser stores your choice and its date. If you accept, it also stores which of your carts and orders have been reported, so that each is reported only once. The pixel sets no cookies on this shop and cannot see its pages.',
        )}
      </p>
      <ChoiceButtons choice={choice} className={styles.buttons} />
    </section>
  );
}
