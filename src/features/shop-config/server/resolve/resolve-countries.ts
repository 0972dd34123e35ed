import type { PublicConfig } from '../../contract.ts';
import type { Entry } from '../folder/read-shop-folder.ts';
import type { ShopFile } from '../folder/schema/shop-file.ts';
import type { Path } from '../folder/yaml-file.ts';
import { type Resolving, refuseDuplicates } from './resolving.ts';

type Countries = Pick<PublicConfig, 'countries' | 'ibanCountries' | 'shopPaymentBankTransferCountries'>;

/** The countries with their names in the shop's language, and the lists that refer to them. */
export function resolveCountries(shop: Entry<ShopFile>, resolving: Resolving): Countries {
  const { value } = shop;
  const names = new Intl.DisplayNames(resolving.locale, { type: 'region', fallback: 'none' });
  const countries = value.countries.map((country, index) => {
    const { code, name } = typeof country === 'string' ? { code: country, name: undefined } : country;
    const known = names.of(code);
    if (!known || NOT_COUNTRIES.includes(code))
      resolving.addMistake(shop, ['countries', index], `there is no country ${code}`);
    return { code, name: name ?? known ?? code };
  });
  const entries = countries.map(({ code }, index) => ({ entry: shop, path: ['countries', index], value: code }));
  refuseDuplicates(resolving, entries, (code) => `the country ${code}`);

  const served = new Set(countries.map(({ code }) => code));
  const check = (code: string, path: Path): void => {
    if (!served.has(code)) resolving.addMistake(shop, path, `${code} is not in countries`);
  };
  value.iban_countries.forEach((code, index) => {
    if (!names.of(code)) resolving.addMistake(shop, ['iban_countries', index], `there is no country ${code}`);
  });
  value.payment.bank_transfer_countries.forEach((code, index) => {
    check(code, ['payment', 'bank_transfer_countries', index]);
  });
  value.shipping.forEach((rate, index) => {
    rate.countries.forEach((code, position) => {
      check(code, ['shipping', index, 'countries', position]);
    });
  });
  return {
    countries: countries.sort((one, other) => one.name.localeCompare(other.name, resolving.locale)),
    ibanCountries: value.iban_countries,
    shopPaymentBankTransferCountries: value.payment.bank_transfer_countries,
  };
}

/** Codes that have a name but are not countries. */
const NOT_COUNTRIES = ['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'];
