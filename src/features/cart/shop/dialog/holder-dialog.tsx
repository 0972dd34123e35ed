import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import { formatTravelTime } from '#kernel/dates.ts';
import { inWords } from '#kernel/problem.ts';
import { SEPARATOR } from '#kernel/separator.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary, focusControl } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import type { FocusTarget } from '#ui/modal.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { CartProduct } from '../../contract.ts';
import { limitReached } from '../../domain/add-item.ts';
import { asksForAge, asksForTravelTime, type Holder } from '../../domain/holder.ts';
import type { KnownHolder } from '../../domain/known-holders.ts';
import { personaliseProblems } from '../../domain/personalise.ts';
import { isEveryTimeSoldOut, isJourney, mayChoose } from '../../domain/travel-time-choice.ts';
import { holderSentence } from '../../words/holder.ts';
import { limitSentence } from '../../words/limit-per-order.ts';
import { MEETING_POINT } from '../../words/travel-time.ts';
import { useCart } from '../cart-store.ts';
import { DepartureCards } from '../departures/departure-cards.tsx';
import { EntryTicketWarning } from '../panel/entry-ticket-warning.tsx';
import type { DialogItem } from './dialog-item.ts';
import styles from './holder-dialog.module.css';
import { type AddedTickets, HolderFooter } from './holder-footer.tsx';
import { KnownHolderButtons } from './known-holder-buttons.tsx';
import type { HolderValues } from './personalise-draft.ts';
import { SoldOutItem } from './sold-out-item.tsx';

export interface HolderDialogProps {
  open: boolean;
  onClose: () => void;
  item: DialogItem;
  /** The cart's ticket being changed; null for a new one. */
  line: CartProduct | null;
  /** Initial values of the fields. */
  first: Holder;
  known: { own: KnownHolder | null; others: readonly KnownHolder[] };
  submitLabel: string;
  /** Called once, on the first change or submit: from then on the ticket counts as personalised, even if not saved. */
  onUse: () => void;
  /** Restores the entries from before a reload instead of the initial values, and stores new ones. */
  draft?: { restore: (first: HolderValues) => HolderValues | null; keep: (values: HolderValues) => void };
  /**
   * Sends valid values. Throws errors for the summary. With `addsAnother` the dialog stays open and takes the next
   * ticket's initial values.
   */
  send: (holder: Holder, addsAnother: boolean) => Promise<Holder | null>;
  /** For a new ticket: whether another one can follow, and the tickets added since the dialog was opened. */
  adding?: { mayAddAnother: boolean; added: AddedTickets };
  /** For a new ticket: the items to offer if this one is sold out. */
  soldOut?: { others: readonly ShopItem[]; switchTo: (item: ShopItem, values: HolderValues) => void };
  returnFocus?: FocusTarget;
}

const valuesOf = (holder: Holder): HolderValues => ({
  full_name: holder.fullName,
  email: holder.email,
  age: holder.age ?? '',
  transport_time_id: holder.transportTimeId ?? '',
});

const holderOf = (values: HolderValues): Holder => ({
  fullName: values.full_name.trim(),
  email: values.email.trim(),
  age: values.age || null,
  transportTimeId: values.transport_time_id || null,
});

/** The dialog for the holder of a ticket and their travel time. */
export function HolderDialog({
  open,
  onClose,
  item,
  line,
  first,
  known,
  submitLabel,
  onUse,
  draft,
  send,
  adding,
  soldOut,
  returnFocus,
}: HolderDialogProps) {
  const { text, textNodes, translate } = useLanguage();
  const { config } = useBundle();
  const { cart } = useCart();
  const nameField = useRef<HTMLInputElement>(null);
  const rules = { type: item.type, ageOptions: item.age_options, travelTimeType: item.travel_time_type };
  const others = (cart?.products ?? []).filter((ticket) => ticket.id !== line?.id);

  const ownTime = line?.transport_time_id ?? null;
  const timeOf = (values: HolderValues) => item.travel_times.find((time) => time.id === values.transport_time_id);
  /** Drops a time that sold out after it was chosen. */
  const withOpenTime = (values: HolderValues): HolderValues => {
    const time = timeOf(values);
    return time && !mayChoose(time, ownTime) ? { ...values, transport_time_id: '' } : values;
  };

  /** Whether another ticket follows this submit. */
  const addsAnother = useRef(false);
  const submit = (isFollowed: boolean) => (event?: FormEvent) => {
    addsAnother.current = isFollowed;
    form.onSubmit(event);
  };

  const [restored] = useState(() => draft?.restore(valuesOf(first)) ?? null);
  const form = useForm<HolderValues>({
    initial: restored ?? valuesOf(first),
    validate: (values) =>
      inWords(
        personaliseProblems(
          { ...rules, externalCode: item.external_code, name: item.name },
          holderOf(withOpenTime(values)),
          others.map((ticket) => ({ externalCode: ticket.external_code, fullName: ticket.full_name })),
        ),
        (problem) => translate(holderSentence(problem)),
      ),
    submit: async (values) => {
      use();
      const next = await send(holderOf(withOpenTime(values)), addsAnother.current);
      if (next) beginNext(next);
    },
  });

  function beginNext(holder: Holder): void {
    form.reset(valuesOf(holder));
    isUsed.current = false;
    nameField.current?.focus();
  }

  const initialName = useRef(first.fullName);
  // Fills in the customer once known, unless something has been typed.
  const fillInCustomer = useEffectEvent((fullName: string) => {
    if (initialName.current === fullName) return;
    initialName.current = fullName;
    if (!form.edited && restored === null) form.reset(valuesOf(first));
  });
  useEffect(() => fillInCustomer(first.fullName), [first.fullName]);

  // A restored draft was already reported before the reload.
  const isUsed = useRef(restored !== null);
  function use(): void {
    if (isUsed.current) return;
    isUsed.current = true;
    onUse();
  }
  const onEdited = useEffectEvent(use);
  useEffect(() => {
    if (form.edited) onEdited();
  }, [form.edited]);
  const keep = useEffectEvent((values: HolderValues) => draft?.keep(values));
  useEffect(() => {
    if (form.edited) keep(form.values);
  }, [form.values, form.edited]);

  const fill = (holder: KnownHolder) => {
    form.setValue('full_name', holder.fullName);
    form.setValue('email', holder.email);
    if (holder.age) form.setValue('age', holder.age);
  };

  const asksForTime = asksForTravelTime(rules);
  const isEveryTimeGone = asksForTime && isEveryTimeSoldOut(item.travel_times, ownTime);
  const isSoldOut = isEveryTimeGone || (line === null && !item.in_stock);
  const soldOutText = isEveryTimeGone ? text('All travel times are sold out.') : text('Sorry, this item is sold out.');
  const isTimeRefused = form.field('transport_time_id').error !== undefined;
  const summaryErrors = isSoldOut ? form.errors : form.errors.filter(({ fieldId }) => fieldId === undefined);
  const soldOutSentence = form.errors.some(({ message }) => message === soldOutText) ? null : soldOutText;
  const shownTime = timeOf(withOpenTime(form.values));
  const lostTime = shownTime ? undefined : timeOf(form.values);
  // The chosen time had the focus, and can no longer be chosen.
  const focusTimes = useEffectEvent(() => {
    if (isTimeRefused) focusControl(form.field('transport_time_id').id);
  });
  const isTimeLost = lostTime !== undefined;
  useEffect(() => {
    if (isTimeLost) focusTimes();
  }, [isTimeLost]);
  const added = adding?.added ?? { count: 0, total: 0 };
  const pendingButton = addsAnother.current ? 'another' : 'this';
  const pending = form.pending ? pendingButton : null;
  const limit = added.count > 0 ? limitReached([...codesOf(others), item.external_code], limitedItemOf(item)) : null;
  const when = (instant: string) => formatTravelTime(instant, item.timezone, config);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text('Personalise your ticket')}
      description={
        <>
          {item.name}
          {SEPARATOR}
          <Money amount={item.price + item.fee} />
          <WhenAndWhere item={item} />
        </>
      }
      keepOnBackdrop={form.edited || restored !== null}
      initialFocus={nameField}
      returnFocus={returnFocus}
      onSubmit={submit(false)}
      footer={
        <HolderFooter
          added={added}
          submitLabel={submitLabel}
          maySubmit={!isSoldOut}
          mayAddAnother={adding?.mayAddAnother === true}
          pending={pending}
          onAddAnother={() => submit(true)()}
          onClose={onClose}
        />
      }
    >
      {/* A field's own errors are shown at the field, which takes focus. */}
      <ErrorSummary errors={summaryErrors} ref={form.summaryRef} headingLevel={3} />
      {isSoldOut ? (
        <SoldOutItem
          sentence={soldOutSentence}
          others={soldOut?.others ?? []}
          onChoose={(other) => soldOut?.switchTo(other, form.values)}
        />
      ) : (
        <>
          <div>
            <Field
              ref={nameField}
              label={text('Full name')}
              hint={text('In roman characters, exactly as on the passport or ID')}
              autoComplete="section-holder name"
              autoCapitalize="words"
              spellCheck={false}
              {...form.field('full_name')}
            />
            <KnownHolderButtons known={known} typed={form.values} onChoose={fill} />
          </div>
          <Field label={text('Email')} type="email" autoComplete="section-holder email" {...form.field('email')} />
          {asksForAge(rules) && (
            <SelectField
              label={text('Age')}
              placeholder={text('Select age')}
              required
              marked={false}
              autoComplete="off"
              options={item.age_options.map((key) => ({ value: key, label: config.ageRanges[key] ?? key }))}
              {...form.field('age')}
            />
          )}
          {lostTime && !isTimeRefused && (
            <Notice tone="warn" small role="status">
              {text('{time} has just sold out. Please choose another time.', { time: when(lostTime.travel_time) })}
            </Notice>
          )}
          {asksForTime && (
            <DepartureCards
              times={item.travel_times}
              ownId={ownTime}
              mayChoose={(time) => mayChoose(time, ownTime)}
              timezone={item.timezone}
              {...form.field('transport_time_id')}
              value={shownTime?.id ?? ''}
            />
          )}
          {item.travel_time_type === 'fixed' && item.travel_time && (
            <p className={styles.fixedTime}>
              {textNodes('Travel time: {when}', { when: <b>{when(item.travel_time)}</b> })}
            </p>
          )}
          {isJourney(rules) && <Notice small>{translate(MEETING_POINT)}</Notice>}
          {limit && (
            <Notice tone="neutral" small>
              {translate(limitSentence(limit))}
            </Notice>
          )}
          <EntryTicketWarning item={item} fullName={form.values.full_name} inCart={others} />
        </>
      )}
    </Dialog>
  );
}

const codesOf = (tickets: readonly CartProduct[]) => tickets.map((ticket) => ticket.external_code);

const limitedItemOf = (item: DialogItem) => ({
  externalCode: item.external_code,
  name: item.name,
  limitPerOrder: item.limit_per_order,
});
