import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { useKeys } from '#browser/use-keys.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { PreviewedForm, usePreview, usePreviewedForm } from '#features/previews/office/public.tsx';
import { AuditReason, useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { KeyHint } from '#ui/office/key-hints.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './desk.module.css';
import { whatIsWrong } from './what-is-wrong.ts';

type Receipt = OfficeAnswer<'receipt-open'>;
type Action = 'assign' | 'send-back' | 'sent' | 'keep' | 'settle' | 'undo';

export interface ActionsProps {
  /** Called once the money has been dealt with. */
  onDone: () => void;
}

/** The facts about money that waits for a decision, and the possible actions. */
export default function ReceiptActions({ receipt, onDone }: ActionsProps & { receipt: number }) {
  const { text } = useLanguage();
  const query = useOfficeCall('receipt-open', { receipt });
  return (
    <QueryState query={query} failed={text('This receipt did not load')}>
      {(answer) => <LoadedReceipt receipt={answer} onDone={onDone} />}
    </QueryState>
  );
}

function LoadedReceipt({ receipt, onDone }: ActionsProps & { receipt: Receipt }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const isInShopCurrency = receipt.currency === settings.currency;
  const waits = receipt.suspended > 0;
  const isLeaving = receipt.return_status === 'pending';
  const actions: Record<Action, { label: string; isPossible: boolean }> = {
    assign: { label: text('Book to an order…'), isPossible: waits && isInShopCurrency },
    'send-back': { label: text('Send back to the card…'), isPossible: waits && isInShopCurrency && receipt.by_card },
    sent: { label: text('Sent back by hand…'), isPossible: waits },
    keep: { label: text('Keep the money…'), isPossible: receipt.returns_at !== null },
    undo: { label: text('Recorded by mistake…'), isPossible: waits && receipt.source === 'bank' },
    settle: { label: text('Remove from the list…'), isPossible: true },
  };
  const possible = (Object.keys(actions) as Action[]).filter((one) => actions[one].isPossible);
  const [chosen, setChosen] = useState<Action | null>(null);
  const action = chosen ?? possible[0]!;
  // The keys mean the same whichever form is open.
  const sendBackAction = receipt.by_card ? 'send-back' : 'sent';
  const more = possible
    .filter((one) => one !== action)
    .map((one) => (
      <Button key={one} kind="secondary" onClick={() => setChosen(one)}>
        {actions[one].label}
        {one === sendBackAction && <KeyHint letter="r" />}
        {one === 'assign' && action === sendBackAction && <KeyHint letter="a" />}
      </Button>
    ));
  return (
    <>
      <dl className={styles.facts}>
        <dt>{text('Arrived')}</dt>
        <dd>
          <Moment at={receipt.received_at} />, {text('receipt {number}', { number: receipt.receipt })}
        </dd>
        <dt>{text('From')}</dt>
        <dd>
          {receipt.source === 'bank' ? text('Bank') : providerName(receipt.source)} · {receipt.number ?? '–'}
        </dd>
        {receipt.words !== '' && (
          <>
            <dt>{text('Text')}</dt>
            <dd>{receipt.words}</dd>
          </>
        )}
        {receipt.order !== null && (
          <>
            <dt>{text('Order')}</dt>
            <dd>
              <Link to={`/orders/${receipt.order}`}>{receipt.order}</Link>
            </dd>
          </>
        )}
        {isInShopCurrency && receipt.suspended > 0 && (
          <>
            <dt>{text('Waiting')}</dt>
            <dd>
              {text('{waiting} of {amount}', {
                waiting: formatMoney(receipt.suspended, settings),
                amount: formatMoney(receipt.amount, settings),
              })}
            </dd>
          </>
        )}
        {receipt.returns_at !== null && (
          <>
            <dt>{text('Will be sent back')}</dt>
            <dd>
              <Moment at={receipt.returns_at} />
            </dd>
          </>
        )}
      </dl>
      {receipt.attention !== null && (
        <p>{whatIsWrong(receipt, receipt.attention, language, { settings, mayDecide: true })}</p>
      )}
      {isLeaving && <p>{text('This money is on its way back to the card. You do not need to do anything.')}</p>}
      {receipt.attention === null && <p>{text('This money has been dealt with.')}</p>}
      {!isLeaving && receipt.attention !== null && (
        <>
          {action === 'assign' && <AssignForm receipt={receipt} more={more} onDone={onDone} />}
          {action === 'send-back' && <SendBackForm receipt={receipt} more={more} onDone={onDone} />}
          {(action === 'sent' || action === 'settle') && (
            <SettleForm key={action} receipt={receipt} isReturned={action === 'sent'} more={more} onDone={onDone} />
          )}
          {action === 'undo' && <UndoForm receipt={receipt} more={more} onDone={onDone} />}
          {action === 'keep' && <KeepForm receipt={receipt} more={more} onDone={onDone} />}
        </>
      )}
    </>
  );
}

interface ActionProps extends ActionsProps {
  receipt: Receipt;
  /** Buttons for the other actions. */
  more: ReactNode;
}

const OTHER = '';

const WHY_CANDIDATE = {
  its_order: markedText('The payment was made for this order.'),
  named: markedText('The payer’s text names this order.'),
  same_amount: markedText('Exactly this amount is outstanding.'),
};

function AssignForm({ receipt, more, onDone }: ActionProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const { person } = useStaffSession();
  const { candidates } = receipt;
  const typing = useRef<HTMLInputElement>(null);
  const targetOf = ({ chosen, to }: { chosen: string; to: string }) => (chosen === OTHER ? to.trim() : chosen);
  const form = usePreviewedForm({
    call: 'receipt-assign',
    keptAs: `assign.${receipt.receipt}`,
    initial: { chosen: candidates[0]?.code ?? OTHER, to: '' },
    validate: (values) =>
      problemsOf({
        to: targetOf(values) === '' ? text('Please enter an order code or a payment reference.') : undefined,
      }),
    request: (values) => ({ receipt: receipt.receipt, to: targetOf(values) }),
    serverField: (name) => (name === 'to' ? 'to' : undefined),
  });
  const { values, preview } = form;
  useKeys(person.uses_shortcuts, {
    s: () => {
      flushSync(() => form.setValue('chosen', OTHER));
      typing.current?.focus();
    },
  });
  const counted = preview.outcome?.money.find(({ account }) => account === 'suspense')?.amount ?? receipt.suspended;
  const sum = formatMoney(counted, settings);
  return (
    <PreviewedForm
      form={form}
      buttonLabel={text('Book {amount}', { amount: sum })}
      done={text('{amount} booked to {code}.', { amount: sum, code: targetOf(values) })}
      more={more}
      onDone={onDone}
    >
      {candidates.length > 0 && (
        <RadioCards
          legend={text('Which order is it for?')}
          options={[
            ...candidates.map(({ code, customer_name: name, why, total, paid }) => ({
              value: code,
              label: text('{code} · {name}', { code, name }),
              note: [
                translate(WHY_CANDIDATE[why]),
                text('{paid} of {total} has been paid.', {
                  paid: formatMoney(paid, settings),
                  total: formatMoney(total, settings),
                }),
              ].join(' '),
            })),
            { value: OTHER, label: text('Another order') },
          ]}
          {...form.field('chosen')}
          error={values.chosen === OTHER ? undefined : form.at('to').error}
        />
      )}
      {values.chosen === OTHER && (
        <Field
          ref={typing}
          label={text('Order or payment reference')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('to')}
        />
      )}
    </PreviewedForm>
  );
}

function SendBackForm({ receipt, more, onDone }: ActionProps) {
  const { text } = useLanguage();
  const sum = formatMoney(receipt.suspended, useShopSettings());
  const preview = usePreview('receipt-send-back', { receipt: receipt.receipt });
  return (
    <PreviewedForm
      preview={preview}
      letter="r"
      buttonLabel={text('Send {amount} back', { amount: sum })}
      done={text('{amount} is going back to the card.', { amount: sum })}
      more={more}
      onDone={onDone}
    />
  );
}

function UndoForm({ receipt, more, onDone }: ActionProps) {
  const { text } = useLanguage();
  const sum = formatMoney(receipt.amount, useShopSettings());
  const preview = usePreview('payment-undo', { receipt: receipt.receipt });
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={text('Undo {amount}', { amount: sum })}
      done={text('Payment of {amount} undone.', { amount: sum })}
      more={more}
      onDone={onDone}
    >
      <p>{text('For a transfer that was recorded by mistake. It can then be recorded again, for another order.')}</p>
    </PreviewedForm>
  );
}

function SettleForm({ receipt, isReturned, more, onDone }: ActionProps & { isReturned: boolean }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const form = usePreviewedForm({
    call: 'receipt-settle',
    keptAs: `settle.${receipt.receipt}.${isReturned}`,
    initial: { note: '' },
    validate: ({ note }) =>
      problemsOf({ note: note.trim() === '' ? text('Please write how it was dealt with.') : undefined }),
    request: ({ note }) => ({ receipt: receipt.receipt, note: note.trim(), returned: isReturned }),
  });
  const isInShopCurrency = receipt.currency === settings.currency;
  const sum = isInShopCurrency ? formatMoney(receipt.suspended, settings) : receipt.currency;
  return (
    <PreviewedForm
      form={form}
      letter={isReturned && !receipt.by_card ? 'r' : 'a'}
      buttonLabel={isReturned ? text('Book {amount} as sent back', { amount: sum }) : text('Remove from the list')}
      done={isReturned ? text('{amount} booked as sent back.', { amount: sum }) : text('Removed from the list.')}
      more={more}
      onDone={onDone}
    >
      <TextArea
        label={text('Note')}
        hint={text('Say what was done, for anyone who reads this later.')}
        rows={2}
        {...form.field('note')}
      />
    </PreviewedForm>
  );
}

function KeepForm({ receipt, more, onDone }: ActionProps) {
  const { text } = useLanguage();
  const sum = formatMoney(receipt.suspended, useShopSettings());
  const form = usePreviewedForm({
    call: 'receipt-keep',
    keptAs: `keep.${receipt.receipt}`,
    initial: { reason: '' },
    validate: ({ reason }) => problemsOf({ reason: reason.trim() === '' ? text('Please enter a reason.') : undefined }),
    request: ({ reason }) => ({ receipt: receipt.receipt, reason: reason.trim() }),
  });
  return (
    <PreviewedForm
      form={form}
      buttonLabel={text('Keep {amount}', { amount: sum })}
      done={text('{amount} is kept until someone decides what to do with it.', { amount: sum })}
      more={more}
      onDone={onDone}
    >
      <AuditReason {...form.field('reason')} />
    </PreviewedForm>
  );
}
