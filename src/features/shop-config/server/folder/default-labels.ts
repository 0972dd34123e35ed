import { type Language, laterText } from '#kernel/language.ts';

/** What statuses are called unless the operator says otherwise. English here and where it is stored; `saidLabel` says it. */
export const defaultLabels = {
  payment_statuses: {
    paid: laterText('Paid'),
    pending: laterText('Pending'),
    partial: laterText('Partially paid'),
    processing: laterText('Processing'),
    problem: laterText('Problem'),
    cancelled: laterText('Cancelled'),
    abandoned: laterText('Abandoned'),
  },
  instalment_statuses: {
    paid: laterText('Paid'),
    pending: laterText('Pending'),
    due: laterText('Due'),
    overdue: laterText('Overdue'),
    processing: laterText('Processing'),
    partial: laterText('Partial'),
    problem: laterText('Problem'),
    cancelled: laterText('Cancelled'),
    refund: laterText('Refund'),
    refunded: laterText('Refunded'),
  },
  ticket_statuses: {
    active: laterText('Active'),
    cancelled: laterText('Cancelled'),
    refund: laterText('Requested'),
    refunding: laterText('Processing'),
    'refund-problem': laterText('Processing'),
    refunded: laterText('Refunded'),
  },
  merchandise_statuses: {
    active: laterText('Active'),
    cancelled: laterText('Cancelled'),
    refund: laterText('Requested'),
    refunding: laterText('Processing'),
    'refund-problem': laterText('Processing'),
    refunded: laterText('Refunded'),
  },
  refund_statuses: {
    active: laterText('Requested'),
    processing: laterText('Processing'),
    processed: laterText('Completed'),
    problem: laterText('Processing'),
    cancelled: laterText('Cancelled'),
  },
} as const;

export const defaultPaymentMethods = {
  credit_card: laterText('Credit card'),
  bank_transfer: laterText('Bank transfer'),
  voucher: laterText('Voucher'),
} as const;

export const defaultChannels = {
  web: laterText('Web shop'),
  box_office: laterText('Box office'),
  phone: laterText('Phone'),
} as const;

export const defaultTitles = {
  tickets: laterText('Tickets'),
  merchandise: laterText('Merchandise'),
  portal: laterText('My orders'),
  ambassadors: laterText('Ambassadors'),
  underConstruction: laterText('The shop opens soon'),
} as const;

const ours: ReadonlySet<string> = new Set(
  [...Object.values(defaultLabels), defaultPaymentMethods, defaultChannels, defaultTitles].flatMap(Object.values),
);

/** One of our words in the shop's language; the operator's own words as they are. */
export const saidLabel = (label: string, { saidText }: Language): string => (ours.has(label) ? saidText(label) : label);
