import { useEffect, useRef } from 'react';
import { announce } from '#browser/announcer.ts';
import { useBundle } from '#browser/session-store.ts';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import type { Tone } from '#ui/tone.ts';
import type { AttemptStatus } from '../domain/attempt-status.ts';
import { type PayRefusal, WARN_FROM_ATTEMPT } from '../domain/may-pay.ts';
import type { Returned } from '../domain/returned.ts';
import { payRefusalTexts } from '../words/pay-refusal.ts';

const lastAttemptTexts: Partial<Record<AttemptStatus, string>> = {
  declined: markedText('Your last payment was declined, and nothing was charged. You can try again.'),
  cancelled: markedText('You cancelled your last payment, and nothing was charged. You can try again.'),
  expired: markedText('Your last payment was not completed in time, and nothing was charged. You can try again.'),
};

const REPLACED = markedText(
  'You started this payment again in the meantime. That ended the earlier attempt, and nothing was charged for it.',
);

interface AttemptsProps {
  status: AttemptStatus | null;
  returned: Returned | null;
  count: number;
}

/** Shows the result of the last attempt and, from the third attempt on, how many are allowed. */
export function Attempts({ status, returned, count }: AttemptsProps) {
  const { textNodes, translate } = useLanguage();
  const { config } = useBundle();
  const last = returned === 'replaced' ? REPLACED : status && lastAttemptTexts[status];
  const isWarned = count >= WARN_FROM_ATTEMPT;
  if (!last && !isWarned) return null;
  return (
    <Notice tone={isWarned || returned === 'replaced' || status === 'declined' ? 'warn' : 'info'}>
      {last && <p>{translate(last)}</p>}
      {isWarned && (
        <p>
          {textNodes(
            'There is a maximum of {maximum} attempts for each payment, and this one has had {attempts}. Please contact us at {email} if you cannot complete it.',
            { maximum: config.shopPaymentCreditCardMaxAttempts, attempts: count, email: <ContactLink /> },
          )}
        </p>
      )}
    </Notice>
  );
}

/**
 * Says that the payment is on its way, which is not an error. `payPath` leads back to the payment, for a customer who
 * did not finish it.
 */
export function OnItsWay({ payPath, onRefresh }: { payPath: string | null; onRefresh: () => void }) {
  const { text, textNodes } = useLanguage();
  return (
    <Notice
      tone="info"
      heading={text('Your payment is being processed')}
      action={
        <Button kind="secondary" onClick={onRefresh}>
          {text('Refresh')}
        </Button>
      }
    >
      <p>{text('This can take a few minutes. We will email you.')}</p>
      {payPath && (
        <p>
          {textNodes('If you did not complete the payment, <link>you can pay now</link>.', {
            link: (words) => (
              <Link to={payPath} replace>
                {words}
              </Link>
            ),
          })}
        </p>
      )}
    </Notice>
  );
}

/** For a payer without a login. Announced if the money arrives while the page is open. */
export function Arrived({ amount, hasWaited }: { amount: number; hasWaited: boolean }) {
  const { text, textNodes } = useLanguage();
  const waited = useRef(hasWaited);
  useEffect(() => {
    if (waited.current) announce(text('We have received your payment.'));
  }, [text]);
  return (
    <Notice tone="ok" heading={text('Thank you')}>
      {textNodes(
        'We have received your payment of {amount} and confirmed it by email. If the email does not arrive within 10 minutes, please check your spam or junk folder.',
        { amount: <Money amount={amount} /> },
      )}
    </Notice>
  );
}

export function Blocked({ kind }: { kind: PayRefusal['kind'] }) {
  const { textNodes, translate } = useLanguage();
  return (
    <Notice tone={blockedTones[kind]}>
      {translate(payRefusalTexts[kind])}{' '}
      {(kind === 'too_many_attempts' || kind === 'refund_under_way') &&
        textNodes('Contact: {email}', { email: <ContactLink /> })}
    </Notice>
  );
}

const blockedTones: Record<PayRefusal['kind'], Tone> = {
  already_paid: 'ok',
  on_its_way: 'info',
  waived: 'ok',
  order_is_over: 'neutral',
  refund_active: 'warn',
  refund_under_way: 'warn',
  problem: 'warn',
  no_card_payments: 'warn',
  too_many_attempts: 'bad',
};

function ContactLink() {
  const { config } = useBundle();
  return <a href={`mailto:${config.operator.email}`}>{config.operator.email}</a>;
}
