import { type Language, markedText } from '#kernel/language.ts';

/** Stored in English; `translatedLabel` translates them. */
export const defaultLabels = {
  payment_statuses: {
    paid: markedText('Paid'),
    pending: markedText('Pending'),
    partial: markedText('Partially paid'),
    processing: markedText('Processing'),
    problem: markedText('Problem'),
    cancelled: markedText('Cancelled'),
    abandoned: markedText('Abandoned'),
  },
  instalment_statuses: {
    paid: markedText('Paid'),
    pending: markedText('Pending'),
    due: markedText('Due'),
    overdue: markedText('Overdue'),
    processing: markedText('Processing'),
    partial: markedText('Partial'),
    problem: markedText('Problem'),
    cancelled: markedText('Cancelled'),
    refund: markedText('Refund'),
    refunded: markedText('Refunded'),
  },
  ticket_statuses: {
    active: markedText('Active'),
    cancelled: markedText('Cancelled'),
    refund: markedText('Requested'),
    refunding: markedText('Processing'),
    'refund-problem': markedText('Processing'),
    refunded: markedText('Refunded'),
  },
  merchandise_statuses: {
    active: markedText('Active'),
    cancelled: markedText('Cancelled'),
    refund: markedText('Requested'),
    refunding: markedText('Processing'),
    'refund-problem': markedText('Processing'),
    refunded: markedText('Refunded'),
  },
  refund_statuses: {
    active: markedText('Requested'),
    processing: markedText('Processing'),
    processed: markedText('Completed'),
    problem: markedText('Processing'),
    cancelled: markedText('Cancelled'),
  },
} as const;

export const defaultPaymentMethods = {
  credit_card: markedText('Credit card'),
  bank_transfer: markedText('Bank transfer'),
  voucher: markedText('Voucher'),
} as const;

export const defaultChannels = {
  web: markedText('Web shop'),
  box_office: markedText('Box office'),
  phone: markedText('Phone'),
} as const;

export const defaultTitles = {
  tickets: markedText('Tickets'),
  merchandise: markedText('Merchandise'),
  portal: markedText('My orders'),
  ambassadors: markedText('Ambassadors'),
  underConstruction: markedText('The shop opens soon'),
} as const;

const defaultTexts: ReadonlySet<string> = new Set(
  [...Object.values(defaultLabels), defaultPaymentMethods, defaultChannels, defaultTitles].flatMap(Object.values),
);

/** The operator's labels stay unchanged. */
export const translatedLabel = (label: string, { translate }: Language): string =>
  defaultTexts.has(label) ? translate(label) : label;
