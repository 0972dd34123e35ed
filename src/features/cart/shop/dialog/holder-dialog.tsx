import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { formatTravelTime } from '#kernel/dates.ts';
import { inWords } from '#kernel/problem.ts';
import { SEPARATOR } from '#kernel/separator.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import type { FocusTarget } from '#ui/modal.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { CartProduct } from '../../contract.ts';
import { asksForAge, asksForTravelTime, type Holder } from '../../domain/holder.ts';
import type { KnownHolder } from '../../domain/known-holders.ts';
import { personaliseProblems } from '../../domain/personalise.ts';
import { isEveryTimeSoldOut, isJourney, mayChoose } from '../../domain/travel-time-choice.ts';
import { holderSentence } from '../../words/holder.ts';
import { MEETING_POINT } from '../../words/travel-time.ts';
import { useCart } from '../cart-store.ts';
import { DepartureCards } from '../departures/departure-cards.tsx';
import { EntryTicketWarning } from '../panel/entry-ticket-warning.tsx';
import styles from './holder-dialog.module.css';
import type { ItemToHold } from './item-to-hold.ts';
import { KnownHolderButtons } from './known-holder-buttons.tsx';
import type { HolderValues } from './personalise-draft.ts';

export interface HolderDialogProps {
  open: boolean;
  onClose: () => void;
  item: ItemToHold;
  /** The cart's ticket being changed; null for a new one. */
  line: CartProduct | null;
  /** Initial values of the fields. */
  first: Holder;
  known: { own: KnownHolder | null; others: readonly KnownHolder[] };
  submitLabel: string;
  /** Called once, on the first change or submit: the ticket then counts as personalised, saved or not. */
  onUse: () => void;
  /** Restores what was typed before a reload, in place of the initial values, and keeps it. */
  draft?: { restore: (first: HolderValues) => HolderValues | null; keep: (values: HolderValues) => void };
  /** Sends valid values; throws errors for the summary. */
  send: (holder: Holder) => Promise<void>;
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

/** The personalise dialog: who a ticket is for, and when they travel. */
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
  returnFocus,
}: HolderDialogProps) {
  const { text, textNodes, translate } = useLanguage();
  const { config } = useBundle();
  const { cart } = useCart();
  const nameField = useRef<HTMLInputElement>(null);
  const rules = { type: item.type, ageOptions: item.age_options, travelTimeType: item.travel_time_type };
  const others = (cart?.products ?? []).filter((ticket) => ticket.id !== line?.id);

  const [restored] = useState(() => draft?.restore(valuesOf(first)) ?? null);
  const form = useForm<HolderValues>({
    initial: restored ?? valuesOf(first),
    validate: (values) =>
      inWords(
        personaliseProblems(
          { ...rules, externalCode: item.external_code, name: item.name },
          holderOf(values),
          others.map((ticket) => ({ externalCode: ticket.external_code, fullName: ticket.full_name })),
        ),
        (problem) => translate(holderSentence(problem)),
      ),
    submit: (values) => {
      use();
      return send(holderOf(values));
    },
  });

  const begunWith = useRef(first.fullName);
  // Once the customer is known, unless something has been typed.
  const beginWith = useEffectEvent((fullName: string) => {
    if (begunWith.current === fullName) return;
    begunWith.current = fullName;
    if (!form.edited && restored === null) form.reset(valuesOf(first));
  });
  useEffect(() => beginWith(first.fullName), [first.fullName]);

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

  const ownTime = line?.transport_time_id ?? null;
  const asksForTime = asksForTravelTime(rules);
  const isSoldOut = asksForTime && isEveryTimeSoldOut(item.travel_times, ownTime);
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
        </>
      }
      keepOnBackdrop={form.edited || restored !== null}
      initialFocus={nameField}
      returnFocus={returnFocus}
      onSubmit={form.onSubmit}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
          {!isSoldOut && (
            <Button type="submit" busy={form.pending}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
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
      <div className={styles.choices}>
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
      </div>
      {asksForTime && !isSoldOut && (
        <DepartureCards
          times={item.travel_times}
          ownId={ownTime}
          mayChoose={(time) => mayChoose(time, ownTime)}
          timezone={item.timezone}
          place={item.meeting_point}
          {...form.field('transport_time_id')}
        />
      )}
      {item.travel_time_type === 'fixed' && item.travel_time && (
        <p className={styles.fixedTime}>
          {textNodes('Travel time: {when}', { when: <b>{when(item.travel_time)}</b> })}
        </p>
      )}
      {isSoldOut && (
        <Notice tone="neutral" small>
          {text('All travel times are sold out.')}
        </Notice>
      )}
      {isJourney(rules) && !isSoldOut && <Notice small>{translate(MEETING_POINT)}</Notice>}
      <EntryTicketWarning item={item} fullName={form.values.full_name} inCart={others} />
    </Dialog>
  );
}
