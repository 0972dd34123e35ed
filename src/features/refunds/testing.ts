import type { BankDetails } from './domain/bank-details.ts';
import type { RefundableItem, RefundableOrder } from './domain/refundable-items.ts';

/** A valid Dutch account in wire shape. */
export const bankOnWire = {
  bank_owner_full_name: 'Mila Okonkwo',
  bank_owner_address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' },
  bank_name: 'Duinbank',
  bank_city: 'Noorderzand',
  bank_country: 'NL',
  bank_bic: 'ABNANL2A',
  bank_iban: 'NL91 ABNA 0417 1643 00',
  bank_account: '',
  note: '',
};

export const makeBankDetails = (over: Partial<BankDetails> = {}): BankDetails => ({
  country: 'NL',
  ownerFullName: 'Mila Okonkwo',
  ownerAddress: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' },
  bankName: 'Duinbank',
  bankCity: 'Noorderzand',
  bic: 'ABNANL2A',
  iban: 'NL91ABNA0417164300',
  account: '',
  ...over,
});

/** A ticket that may be refunded. */
export const makeRefundableItem = (over: Partial<RefundableItem> = {}): RefundableItem => ({
  code: 'A',
  kind: 'tickets',
  name: 'Festival Pass',
  fee: 950,
  refundFee: 500,
  refundTotal: 18_400,
  isStillOrdered: true,
  status: 'active',
  isEverRefundable: true,
  isRefundable: true,
  from: null,
  until: null,
  isReassigned: false,
  ...over,
});

/** A paid order with one such ticket. */
export const makeRefundableOrder = (over: Partial<RefundableOrder> = {}): RefundableOrder => ({
  paymentStatus: 'paid',
  hasPaymentPlan: false,
  isBeingPaid: false,
  totalPaid: 100_000,
  alreadyRefunding: 0,
  shippingPaid: 0,
  shippingRefunding: 0,
  items: [makeRefundableItem()],
  ...over,
});
