import { type ReactNode, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { needsOtherAccount } from '#features/payments/domain/bank-return.ts';
import { bankReasonSentence } from '#features/payments/words/staff/bank-reasons.ts';
import { PreviewedForm, usePreview, usePreviewedForm } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { KeyHint } from '#ui/office/key-hints.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { Money } from '#ui/price.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { RefundAccount } from './refund-account.tsx';
import styles from './refund-actions.module.css';

type Refund = OfficeAnswer<'refund-to-decide'>;

interface DecideProps {
  refund: Refund;
  /** The button for the other decision. */
  more?: ReactNode;
  onDone: () => void;
}

interface RefundActionsProps {
  code: string;
  onDone: () => void;
}

/** Shows the items of a refund that needs a decision, and the buttons that decide it. */
export default function RefundActions({ code, onDone }: RefundActionsProps) {
  const { text } = useLanguage();
  const query = useOfficeCall('refund-to-decide', { code });
  return (
    <QueryState query={query} failed={text('This refund did not load')}>
      {(refund) => <Known refund={refund} onDone={onDone} />}
    </QueryState>
  );
}

function Known({ refund, onDone }: { refund: Refund; onDone: () => void }) {
  const { text } = useLanguage();
  const [way, setWay] = useState<'approve' | 'refuse'>('approve');
  const failed = refund.movements.filter(({ status }) => status === 'failed');
  return (
    <>
      <p className={styles.facts}>
        <Link to={`/orders/${refund.order}`}>{refund.order}</Link> · {refund.customer_name} ·{' '}
        <Moment at={refund.requested_at} /> · {refund.to_card ? text('to the card') : text('by bank transfer')}
      </p>
      <div className={styles.lines}>
        <DataTable
          caption={text('Refunded items')}
          captionHidden
          extraRows={
            refund.shipping > 0
              ? [{ key: 'shipping', label: text('Shipping'), figure: <Money amount={refund.shipping} /> }]
              : []
          }
          totalRow={{ label: text('Total'), figure: <Money amount={refund.total} /> }}
          rows={refund.lines}
          rowKey={({ code }) => code}
          columns={[
            {
              key: 'name',
              header: text('Line'),
              cell: ({ name, holder }) => (
                <>
                  {name} {holder !== '' && <small className={styles.holder}>{holder}</small>}
                </>
              ),
            },
            {
              key: 'kept',
              header: text('Fee kept'),
              align: 'end',
              phoneLabel: true,
              cell: (line) => <Money amount={line.fee_kept} />,
            },
            ...(refund.lines.some((line) => line.not_refunded > 0)
              ? [
                  {
                    key: 'not-refunded',
                    header: text('Not refunded'),
                    align: 'end' as const,
                    phoneLabel: true,
                    cell: (line: Refund['lines'][number]) => <Money amount={line.not_refunded} />,
                  },
                ]
              : []),
            {
              key: 'back',
              header: text('Refund'),
              align: 'end',
              phoneLabel: true,
              cell: (line) => <Money amount={line.amount} />,
            },
          ]}
        />
      </div>
      {refund.status === 'active' &&
        (way === 'approve' ? (
          <Approve
            refund={refund}
            onDone={onDone}
            more={
              <Button kind="secondary" onClick={() => setWay('refuse')}>
                {text('Decline…')}
                <KeyHint letter="r" />
              </Button>
            }
          />
        ) : (
          <Refuse
            refund={refund}
            onDone={onDone}
            more={
              <Button kind="secondary" onClick={() => setWay('approve')}>
                {text('Approve…')}
                <KeyHint letter="a" />
              </Button>
            }
          />
        ))}
      {refund.status === 'problem' &&
        (failed.length === 0 ? (
          <Approve refund={refund} onDone={onDone} />
        ) : (
          <>
            {failed.map((movement) =>
              movement.gateway === null && needsOtherAccount(movement.reason) ? (
                <AccountRefused key={movement.key} refund={refund.code} movement={movement} onDone={onDone} />
              ) : (
                <Retry key={movement.key} movement={movement} onDone={onDone} />
              ),
            )}
            {failed.some(({ gateway, reason }) => gateway === null && !needsOtherAccount(reason)) && (
              <div className={styles.other}>
                <p>{text('If the account is wrong, the money can go to another one:')}</p>
                <RefundAccount code={refund.code} isOther />
              </div>
            )}
          </>
        ))}
      {!['active', 'problem'].includes(refund.status) && <p>{text('Someone has already decided this refund.')}</p>}
    </>
  );
}

function Approve({ refund, more, onDone }: DecideProps) {
  const { text } = useLanguage();
  const sum = formatMoney(refund.total, useShopSettings());
  const preview = usePreview('refund-start', { code: refund.code });
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={text('Refund {amount}', { amount: sum })}
      done={text('{code} approved: {amount}.', { code: refund.code, amount: sum })}
      more={more}
      onDone={onDone}
    />
  );
}

function Refuse({ refund, more, onDone }: DecideProps) {
  const { text } = useLanguage();
  const form = usePreviewedForm({
    call: 'refund-refuse',
    keptAs: `refuse.${refund.code}`,
    initial: { reason: '' },
    validate: ({ reason }) => problemsOf({ reason: reason.trim() === '' ? text('Please enter a reason.') : undefined }),
    request: ({ reason }) => ({ code: refund.code, reason: reason.trim() }),
  });
  return (
    <PreviewedForm
      form={form}
      buttonLabel={text('Decline {code}', { code: refund.code })}
      done={text('{code} declined.', { code: refund.code })}
      isDanger
      letter="r"
      more={more}
      onDone={onDone}
    >
      <TextArea
        label={text('Reason')}
        hint={text('The customer will see it in the email and on the refund page.')}
        rows={3}
        {...form.field('reason')}
      />
    </PreviewedForm>
  );
}

interface AccountRefusedProps {
  /** The refund's code. */
  refund: string;
  movement: Refund['movements'][number];
  onDone: () => void;
}

/**
 * The bank reports that the account cannot take the money, so sending it there again is not the first action offered.
 */
function AccountRefused({ refund, movement, onDone }: AccountRefusedProps) {
  const language = useLanguage();
  const { text } = language;
  const sum = formatMoney(movement.amount, useShopSettings());
  const [isSentAgain, setSentAgain] = useState(false);
  if (isSentAgain) return <Retry movement={movement} onDone={onDone} />;
  return (
    <>
      <p>
        {text('{amount} failed.', { amount: sum })} {bankReasonSentence(movement.reason, language)}
      </p>
      <RefundAccount code={refund} isOther isMain />
      <p>
        <Button kind="text" small onClick={() => setSentAgain(true)}>
          {text('Send to the same account again…')}
        </Button>
      </p>
    </>
  );
}

function Retry({ movement, onDone }: { movement: Refund['movements'][number]; onDone: () => void }) {
  const language = useLanguage();
  const { text } = language;
  const sum = formatMoney(movement.amount, useShopSettings());
  const [by, setBy] = useState<'same' | 'bank'>(movement.gateway === null ? 'bank' : 'same');
  const preview = usePreview('refund-movement-retry', { movement: movement.key, by_bank: by === 'bank' });
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={
        by === 'bank'
          ? text('Send {amount} by bank transfer', { amount: sum })
          : text('Send {amount} again', { amount: sum })
      }
      done={text('{amount} will be sent again.', { amount: sum })}
      onDone={onDone}
    >
      <p>
        {text('{amount} failed.', { amount: sum })} {bankReasonSentence(movement.reason, language)}
      </p>
      {movement.gateway !== null && (
        <RadioCards
          id={`retry-${movement.key}`}
          name={`retry-${movement.key}`}
          legend={text('How should it be sent?')}
          value={by}
          options={[
            { value: 'same', label: text('To the card again') },
            { value: 'bank', label: text('By bank transfer'), note: text('Needs the customer’s bank details.') },
          ]}
          onChange={({ currentTarget: { value } }) => setBy(value as 'same' | 'bank')}
        />
      )}
    </PreviewedForm>
  );
}
