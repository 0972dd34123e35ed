import { useEffect, useRef, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { extendCart } from '../cart-actions.ts';
import { linesOf } from '../cart-line.ts';
import { useCart, useCartStore, useSecondsLeft } from '../cart-store.ts';
import { CART_BUTTON_ID } from '../panel/cart-button.tsx';
import { CountdownDigits } from './countdown.tsx';
import styles from './keep-cart-prompt.module.css';

/** Seconds left when the offer appears. */
const OFFER_AT_SECONDS = 45;

type Answer =
  | { kind: 'none' }
  /** The customer let the cart end at this time. */
  | { kind: 'declined'; end: string }
  | { kind: 'keeping' }
  | { kind: 'kept' }
  | { kind: 'refused'; end: string; message: string };

/**
 * Asks shortly before the cart ends whether to keep it (WCAG 2.2.1). The dialog itself confirms, where focus is,
 * because screen readers do not reliably announce a live region alone.
 */
export function KeepCartPrompt() {
  const { text, translate } = useLanguage();
  const store = useCartStore();
  const { config } = useBundle();
  const { cart } = useCart();
  const seconds = useSecondsLeft();
  const [answer, setAnswer] = useState<Answer>({ kind: 'none' });
  const words = useRef<HTMLParagraphElement>(null);

  const end = cart && linesOf(cart).length > 0 ? cart.expires_at : null;
  const isEnding = end !== null && seconds !== null && seconds > 0 && seconds <= OFFER_AT_SECONDS;
  const wasDeclined = answer.kind === 'declined' && answer.end === end;
  const message = answer.kind === 'refused' && answer.end === end ? answer.message : null;
  const isKept = answer.kind === 'kept';

  useEffect(() => {
    if (isKept) words.current?.focus();
  }, [isKept]);

  const keep = async () => {
    if (end === null) return;
    setAnswer({ kind: 'keeping' });
    try {
      await extendCart(store);
      setAnswer({ kind: 'kept' });
    } catch (thrown) {
      setAnswer({
        kind: 'refused',
        end,
        message: thrown instanceof Error ? translate(thrown.message) : String(thrown),
      });
    }
  };
  const close = () => setAnswer(end !== null && !isKept ? { kind: 'declined', end } : { kind: 'none' });

  const minutes = config.cartMinutes;
  const isTold = isKept || message !== null;
  return (
    <ConfirmDialog
      open={answer.kind === 'keeping' || isKept || (isEnding && !wasDeclined)}
      onClose={close}
      onConfirm={isTold ? close : () => void keep()}
      title={isKept ? text('Your cart has been kept') : text('Do you need more time?')}
      confirmLabel={isTold ? text('Continue') : text('Keep my cart for {minutes} more minutes', { minutes })}
      cancelLabel={isTold ? null : text('No, thank you')}
      busy={answer.kind === 'keeping'}
      returnFocus={() => document.getElementById(CART_BUTTON_ID)}
    >
      {message !== null && <ErrorSummary errors={[{ message }]} headingLevel={3} />}
      {isKept ? (
        <p ref={words} tabIndex={-1} className={styles.words}>
          {text('We are holding your items for {minutes} more minutes.', { minutes })}
        </p>
      ) : (
        <p>
          {text('Your cart expires in less than a minute. Its items will then go back on sale.')}{' '}
          {seconds !== null && <CountdownDigits seconds={seconds} />}
        </p>
      )}
    </ConfirmDialog>
  );
}
