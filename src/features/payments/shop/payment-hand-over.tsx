import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { LogoMark } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { PaymentAction } from '../contract.ts';
import styles from './payment-hand-over.module.css';
import { SecureProvider } from './payment-trust.tsx';

export interface PaymentHandOverProps {
  action: PaymentAction;
  orderCode: string;
  /** Minor units. */
  amount: number;
  /** Replaces the current page in the browser's history. */
  backPath?: string;
  /** Called when the browser restores the page from its page cache. */
  onCameBack: () => void;
}

const BUTTON_AFTER_MS = 5_000;
const HEADING = markedText('Taking you to the payment page');

/**
 * Sends the browser to the payment provider. The form's parameters are only in the page, never in the history or in
 * storage.
 */
export function PaymentHandOver({ action, orderCode, amount, backPath, onCameBack }: PaymentHandOverProps) {
  const { text, textNodes, translate } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasLeft = useRef(false);
  const [isSlow, setSlow] = useState(false);
  const session = useSessionStore();
  const { config } = useBundle();
  usePageTitle(translate(HEADING), config.name);

  const leave = () => {
    if (action.action === 'submit') form.current?.submit();
    else window.location.assign(action.url);
  };

  const leaveOnce = useEffectEvent(() => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (backPath) window.history.replaceState(window.history.state, '', backPath);
    leave();
  });
  useEffect(() => leaveOnce(), []);

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), BUTTON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  const cameBack = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return;
    void session.load();
    onCameBack();
  });
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => cameBack(event);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  return (
    <div className={styles.notice}>
      <LogoMark size={64} />
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {translate(HEADING)}
      </h1>
      <p role="status" className={styles.status}>
        <Spinner size={20} />
        <span>
          {textNodes('Order {code}, {amount}', { code: <Code>{orderCode}</Code>, amount: <Money amount={amount} /> })}
        </span>
      </p>
      <p className={styles.provider}>
        <SecureProvider config={config} />
      </p>
      {action.action === 'submit' && (
        <form ref={form} method="post" action={action.url} hidden>
          {Object.entries(action.params).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </form>
      )}
      {isSlow && (
        <div className={styles.slow}>
          <p>{text('Nothing happened?')}</p>
          <Button onClick={leave}>{text('Continue to payment')}</Button>
        </div>
      )}
    </div>
  );
}
