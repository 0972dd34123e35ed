import type { OfficeAnswer, OfficeRequest } from '#browser/office-calls.ts';
import { isEmailAddress } from '#kernel/email.ts';

export type Choices = OfficeAnswer<'new-order-choices'>;
export type OfferedItem = Choices['items'][number];

/** One unit, as typed. */
export interface DraftItem {
  code: string;
  fullName: string;
  /** Empty for the buyer's address. */
  email: string;
  age: string;
  departure: string;
}

/** An order as it is being typed. */
export interface NewOrderDraft {
  /** The chosen customer; 0 if the buyer's details were typed. */
  customer: number;
  fullName: string;
  email: string;
  channel: string;
  items: DraftItem[];
  country: string;
  address: Record<string, string>;
  hasOwnShipping: boolean;
  shippingName: string;
  shippingCountry: string;
  shippingAddress: Record<string, string>;
  payment: 'bank_transfer' | 'credit_card' | 'desk' | 'free';
  deskReceipt: string;
  voucher: string;
  acceptedTerms: boolean;
  isBeyondLimits: boolean;
  isBeyondCapacity: boolean;
  reason: string;
}

export const emptyDraft: NewOrderDraft = {
  customer: 0,
  fullName: '',
  email: '',
  channel: '',
  items: [],
  country: '',
  address: {},
  hasOwnShipping: false,
  shippingName: '',
  shippingCountry: '',
  shippingAddress: {},
  payment: 'bank_transfer',
  deskReceipt: '',
  voucher: '',
  acceptedTerms: false,
  isBeyondLimits: false,
  isBeyondCapacity: false,
  reason: '',
};

/** The id of a field, from the server's name for it. */
export const idOf = (field: string): string => `order-${field.replaceAll(/[._]/g, '-')}`;

export const offeredItem = (choices: Choices, code: string): OfferedItem | undefined =>
  choices.items.find((item) => item.code === code);

export const hasMerchandise = ({ items }: Pick<NewOrderDraft, 'items'>, choices: Choices): boolean =>
  items.some(({ code }) => offeredItem(choices, code)?.kind === 'merchandise');

export const hasPlan = ({ items }: Pick<NewOrderDraft, 'items'>, choices: Choices): boolean =>
  items.some(({ code }) => offeredItem(choices, code)?.has_plan);

/** Adds units of an item. People who order together travel together, so they start with the last unit's departure. */
export function withUnits(items: readonly DraftItem[], code: string, count: number): DraftItem[] {
  const departure = items.findLast((item) => item.code === code)?.departure ?? '';
  const unit = { code, fullName: '', email: '', age: '', departure };
  return [...items, ...Array.from({ length: count }, () => ({ ...unit }))];
}

/** A field that has to be filled in before the server can preview the order. */
export type MissingField =
  | { field: string; what: 'name' | 'email' | 'items' | 'channel' | 'country' | 'receipt' | 'reason' }
  | { field: string; what: 'holder' | 'age' | 'departure'; position: number }
  | { field: string; what: 'line'; label: string };

export function missingIn(draft: NewOrderDraft, choices: Choices): MissingField[] {
  const missing: MissingField[] = [];
  if (draft.fullName.trim() === '') missing.push({ field: 'full_name', what: 'name' });
  if (!isEmailAddress(draft.email.trim())) missing.push({ field: 'email', what: 'email' });
  if (channelOf(draft, choices) === '') missing.push({ field: 'channel', what: 'channel' });
  if (draft.items.length === 0) missing.push({ field: 'items', what: 'items' });
  for (const [index, item] of draft.items.entries()) {
    const choice = offeredItem(choices, item.code);
    if (choice?.kind === 'merchandise') continue;
    const at = (field: string) => ({ field: `items.${index}.${field}`, position: index + 1 });
    if (item.fullName.trim() === '') missing.push({ ...at('full_name'), what: 'holder' });
    if (choice && choice.ages.length > 0 && item.age === '') missing.push({ ...at('age'), what: 'age' });
    if (choice?.departures && item.departure === '') missing.push({ ...at('departure'), what: 'departure' });
  }
  if (countryOf(draft, choices) === '') missing.push({ field: 'country', what: 'country' });
  missing.push(...emptyLines(draft.address, choices, 'address'));
  if (hasMerchandise(draft, choices) && draft.hasOwnShipping) {
    missing.push(...emptyLines(draft.shippingAddress, choices, 'shipping_address'));
  }
  if (draft.payment === 'desk' && draft.deskReceipt.trim() === '')
    missing.push({ field: 'desk_receipt', what: 'receipt' });
  if (isException(draft) && draft.reason.trim() === '') missing.push({ field: 'reason', what: 'reason' });
  return missing;
}

/** Whether the order needs the permission for exceptions, and a reason. */
export const isException = ({ isBeyondLimits, isBeyondCapacity, payment }: NewOrderDraft): boolean =>
  isBeyondLimits || isBeyondCapacity || payment === 'free';

const emptyLines = (address: Readonly<Record<string, string>>, choices: Choices, name: string): MissingField[] =>
  choices.address_lines
    .filter(({ key, required }) => required && !address[key]?.trim())
    .map(({ key, text }) => ({ field: `${name}.${key}`, what: 'line', label: text }));

export const countryOf = ({ country }: Pick<NewOrderDraft, 'country'>, choices: Choices): string =>
  country || choices.country;

/** A single channel need not be chosen. */
export const channelOf = ({ channel }: Pick<NewOrderDraft, 'channel'>, { channels }: Choices): string =>
  channel || (channels.length === 1 ? channels[0]!.key : '');

export function requestOf(draft: NewOrderDraft, choices: Choices): Omit<OfficeRequest<'order-create'>, 'preview'> {
  const country = countryOf(draft, choices);
  const isPaid = draft.payment === 'desk';
  const isFree = draft.payment === 'free';
  return {
    full_name: draft.fullName.trim(),
    email: draft.email.trim(),
    channel: channelOf(draft, choices),
    items: draft.items.map(({ code, fullName, email, age, departure }) =>
      offeredItem(choices, code)?.kind === 'merchandise'
        ? { code, full_name: '', email: '', age: null, departure: null }
        : {
            code,
            full_name: fullName.trim(),
            email: email.trim() || draft.email.trim(),
            age: age || null,
            departure: departure || null,
          },
    ),
    country,
    address: draft.address,
    shipping:
      hasMerchandise(draft, choices) && draft.hasOwnShipping
        ? {
            full_name: draft.shippingName.trim(),
            country: draft.shippingCountry || country,
            address: draft.shippingAddress,
          }
        : null,
    payment_method: draft.payment === 'credit_card' ? 'credit_card' : 'bank_transfer',
    voucher_code: isFree ? null : draft.voucher.trim() || null,
    accepted_terms: draft.acceptedTerms,
    desk_receipt: isPaid ? draft.deskReceipt.trim() : '',
    beyond_limits: draft.isBeyondLimits,
    beyond_capacity: draft.isBeyondCapacity,
    free_of_charge: isFree,
    reason: isException(draft) ? draft.reason.trim() : '',
  };
}

/** Whether something other than an email address was typed. An empty field is only missing. */
export const isWrongEmail = (typed: string): boolean => typed.trim() !== '' && !isEmailAddress(typed.trim());
