import { useState } from 'react';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatTravelTime } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { describedBy, FieldError } from '#ui/form-field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Panel } from '#ui/office/panel.tsx';
import { PickerField } from '#ui/office/picker-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { DraftPanelProps } from './buyer-panel.tsx';
import { type DraftItem, idOf, type OfferedItem, offeredItem, withUnits } from './new-order-draft.ts';
import styles from './new-order-page.module.css';

/** The maximum for one order. */
const MAX_UNITS = 100;

/** The ordered items, with the holder of each ticket. */
export function ItemsPanel({ draft, choices, change, errorAt }: DraftPanelProps) {
  const { text } = useLanguage();
  const { items } = draft;
  const set = (index: number, changes: Partial<DraftItem>) =>
    change({ items: items.map((item, at) => (at === index ? { ...item, ...changes } : item)) });
  const remove = (index: number) => change({ items: items.filter((_, at) => at !== index) });
  return (
    <Panel heading={text('Items')}>
      <div className={styles.fields}>
        {items.length > 0 && (
          <div className={styles.units}>
            {items.map((item, index) => (
              <Unit
                // biome-ignore lint/suspicious/noArrayIndexKey: units have no identity except their position.
                key={index}
                item={item}
                index={index}
                choice={offeredItem(choices, item.code)}
                buyer={draft}
                errorAt={errorAt}
                set={(changes) => set(index, changes)}
                remove={() => remove(index)}
              />
            ))}
          </div>
        )}
        <AddUnits
          offer={choices.items}
          error={errorAt('items')}
          maximum={MAX_UNITS - items.length}
          add={(code, count) => change({ items: withUnits(items, code, count) })}
        />
      </div>
    </Panel>
  );
}

interface AddUnitsProps {
  offer: readonly OfferedItem[];
  error: string | undefined;
  maximum: number;
  add: (code: string, count: number) => void;
}

function AddUnits({ offer, error, maximum, add }: AddUnitsProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const mayExceed = useStaffSession().may('orders.override');
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState('1');
  const count = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  const isWrong = count < 1 || count > maximum;
  return (
    <div className={styles.add}>
      <PickerField
        id={idOf('items')}
        label={text('Item')}
        value={code}
        none={text('Choose an item')}
        remembers="item"
        options={offer.map((item) => ({
          value: item.code,
          label: offerText(item, { text, money: formatMoney(item.price + item.fee, settings) }),
          disabled: item.left === 0 && !mayExceed,
        }))}
        error={error}
        onPick={setCode}
      />
      <Field
        id="order-count"
        label={text('Quantity')}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        error={typed !== '' && isWrong ? text('Between 1 and {max}', { max: maximum }) : undefined}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button
        kind="secondary"
        unavailable={code === '' || isWrong}
        onClick={() => {
          add(code, count);
          setTyped('1');
        }}
      >
        {text('Add')}
      </Button>
    </div>
  );
}

function offerText(
  { name, event, left }: OfferedItem,
  { text, money }: { text: ReturnType<typeof useLanguage>['text']; money: string },
): string {
  const named = event === null ? name : text('{item}, {event}', { item: name, event });
  if (left === 0) return text('{item} (sold out)', { item: named });
  return left === null
    ? text('{item}, {price}', { item: named, price: money })
    : text('{item}, {price}, {count} left', { item: named, price: money, count: left });
}

interface UnitProps {
  item: DraftItem;
  index: number;
  /** Undefined if the item was taken off sale in the meantime. */
  choice: OfferedItem | undefined;
  buyer: { fullName: string; email: string };
  errorAt: DraftPanelProps['errorAt'];
  set: (changes: Partial<DraftItem>) => void;
  remove: () => void;
}

function Unit({ item, index, choice, buyer, errorAt, set, remove }: UnitProps) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const mayExceed = useStaffSession().may('orders.override');
  const place = `items.${index}`;
  const failure = errorAt(place) ?? (choice ? undefined : text('This item is not on sale.'));
  const isTicket = choice?.kind !== 'merchandise';
  return (
    <fieldset id={idOf(place)} className={styles.unit} aria-describedby={describedBy(idOf(place), { error: failure })}>
      <legend>
        {index + 1}. {choice?.name ?? item.code}
      </legend>
      {isTicket && (
        <div className={styles.pair}>
          <Field
            id={idOf(`${place}.full_name`)}
            label={text('Ticket holder')}
            value={item.fullName}
            autoComplete="off"
            error={errorAt(`${place}.full_name`)}
            onChange={({ currentTarget: { value } }) => set({ fullName: value })}
          />
          <Field
            id={idOf(`${place}.email`)}
            label={text('Email of the holder')}
            optional
            type="email"
            value={item.email}
            placeholder={buyer.email}
            autoComplete="off"
            error={errorAt(`${place}.email`)}
            onChange={({ currentTarget: { value } }) => set({ email: value })}
          />
          {choice && choice.ages.length > 0 && (
            <SelectField
              id={idOf(`${place}.age`)}
              label={text('Age')}
              value={item.age}
              placeholder={text('Choose')}
              options={choice.ages.map(({ key, name }) => ({ value: key, label: name }))}
              error={errorAt(`${place}.age`)}
              onChange={({ currentTarget: { value } }) => set({ age: value })}
            />
          )}
          {choice?.departures && (
            <PickerField
              id={idOf(`${place}.departure`)}
              label={text('Departure')}
              value={item.departure}
              none={text('Choose a departure')}
              options={choice.departures.map(({ code, departs_at: at, left }) => {
                const time = formatTravelTime(at, choice.timezone, settings);
                return {
                  value: code,
                  label: left === null ? time : text('{time}, {count} free', { time, count: left }),
                  disabled: left === 0 && !mayExceed,
                };
              })}
              error={errorAt(`${place}.departure`)}
              onPick={(departure) => set({ departure })}
            />
          )}
        </div>
      )}
      <div className={styles.unitActions}>
        {isTicket && buyer.fullName.trim() !== '' && item.fullName === '' && (
          <Button kind="text" small onClick={() => set({ fullName: buyer.fullName })}>
            {text('For the buyer')}
          </Button>
        )}
        <Button kind="text" small aria-label={text('Remove item {number}', { number: index + 1 })} onClick={remove}>
          {text('Remove')}
        </Button>
      </div>
      {/* At the end, so that no field moves while somebody types. */}
      {failure && <FieldError id={idOf(place)}>{failure}</FieldError>}
    </fieldset>
  );
}
