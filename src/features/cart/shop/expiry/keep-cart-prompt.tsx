import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { openPanel } from '#browser/panels.ts';
import { useBundle, useSession } from '#browser/session-store.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { extendCart } from '../cart-actions.ts';
import { linesOf } from '../cart-line.ts';
import { useCart, useCartStore, useSecondsLeft } from '../cart-store.ts';
import { CART_BUTTON_ID } from '../panel/cart-button.tsx';
import { CountdownDigits } from './countdown.tsx';
import styles from './keep-cart-prompt.module.css';

/** Seconds left when the offer appears; a guest has to log in first. */
const OFFER_AT_SECONDS = 45;
const OFFER_TO_GUEST_AT_SECONDS = 120;

type Answer =
  | { kind: 'none' }
  /** The customer let the cart expire at this time. */
  | { kind: 'declined'; end: string }
  /** The guest is logging in to keep the cart that expires at this time. */
  | { kind: 'logging_in'; end: string }
  | { kind: 'keeping' }
  | { kind: 'kept' }
  | { kind: 'refused'; end: string; message: string };

/**
 * Asks shortly before the cart expires whether to keep it (WCAG 2.2.1). A guest has to log in for this. The dialog
 * shows the confirmation itself, where the focus is, because screen readers do not reliably announce a live region
 * alone.
 */
export function KeepCartPrompt() {
  const { text, translate } = useLanguage();
  const store = useCartStore();
  const { config } = useBundle();
  const isGuest = useSession().token === null;
  const { cart } = useCart();
  const seconds = useSecondsLeft();
  const [answer, setAnswer] = useState<Answer>({ kind: 'none' });
  const words = useRef<HTMLParagraphElement>(null);

  const end = cart && linesOf(cart).length > 0 ? cart.expires_at : null;
  const offerAt = isGuest ? OFFER_TO_GUEST_AT_SECONDS : OFFER_AT_SECONDS;
  const isEnding = end !== null && seconds !== null && seconds > 0 && seconds <= offerAt;
  const isLoggingIn = answer.kind === 'logging_in' && answer.end === end;
  const wasDeclined = answer.kind === 'declined' && answer.end === end;
  const message = answer.kind === 'refused' && answer.end === end ? answer.message : null;
  const isKept = answer.kind === 'kept';

  useEffect(() => {
    if (isKept) words.current?.focus();
  }, [isKept]);

  const minutes = config.cartMinutes;
  const keptSentence = text('We are holding your items for {minutes} more minutes.', { minutes });
  const sentenceOf = (thrown: unknown) => (thrown instanceof Error ? translate(thrown.message) : String(thrown));
  const keep = async () => {
    if (end === null) return;
    setAnswer({ kind: 'keeping' });
    try {
      await extendCart(store);
      setAnswer({ kind: 'kept' });
    } catch (thrown) {
      setAnswer({ kind: 'refused', end, message: sentenceOf(thrown) });
    }
  };
  const hasLoggedIn = isLoggingIn && !isGuest;
  // Uses a toast, because the login panel is still closing and takes the focus back.
  const keepQuietly = useEffectEvent(async () => {
    try {
      await extendCart(store);
      toast(keptSentence);
    } catch (thrown) {
      toast(sentenceOf(thrown), 'bad');
    }
  });
  useEffect(() => {
    if (hasLoggedIn) void keepQuietly();
  }, [hasLoggedIn]);
  const logIn = () => {
    if (end !== null) setAnswer({ kind: 'logging_in', end });
    openPanel('account');
  };
  const close = () => setAnswer(end !== null && !isKept ? { kind: 'declined', end } : { kind: 'none' });

  const isAnswered = isKept || message !== null;
  const offer = isGuest
    ? text('Log in and keep my cart')
    : text('Keep my cart for {minutes} more minutes', { minutes });
  return (
    <ConfirmDialog
      open={answer.kind === 'keeping' || isKept || (isEnding && !wasDeclined && !isLoggingIn)}
      onClose={close}
      onConfirm={isAnswered ? close : isGuest ? logIn : () => void keep()}
      title={isKept ? text('Your cart has been kept') : text('Do you need more time?')}
      confirmLabel={isAnswered ? text('Continue') : offer}
      cancelLabel={isAnswered ? null : text('No, thank you')}
      busy={answer.kind === 'keeping'}
      returnFocus={() => document.getElementById(CART_BUTTON_ID)}
    >
      {message !== null && <ErrorSummary errors={[{ message }]} headingLevel={3} />}
      {isKept ? (
        <p ref={words} tabIndex={-1} className={styles.words}>
          {keptSentence}
        </p>
      ) : (
        <p>
          {isGuest
            ? text('Your cart expires soon. Log in to keep it for {minutes} more minutes.', { minutes })
            : text('Your cart expires in less than a minute. Its items will then go back on sale.')}{' '}
          {seconds !== null && <CountdownDigits seconds={seconds} />}
        </p>
      )}
    </ConfirmDialog>
  );
}
