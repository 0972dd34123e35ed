import type { BankDetails } from './domain/bank-details.ts';

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

export const aBankDetails = (over: Partial<BankDetails> = {}): BankDetails => ({
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
