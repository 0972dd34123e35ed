import type { BankFields } from '../contract.ts';
import type { BankDetails } from '../domain/bank-details.ts';

export const detailsOf = (body: BankFields): BankDetails => ({
  country: body.bank_country,
  ownerFullName: body.bank_owner_full_name,
  ownerAddress: body.bank_owner_address,
  bankName: body.bank_name,
  bankCity: body.bank_city,
  bic: body.bank_bic,
  iban: body.bank_iban,
  account: body.bank_account,
});
