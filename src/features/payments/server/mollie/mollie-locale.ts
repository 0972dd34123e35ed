/** The languages of Mollie's payment page. */
const LOCALES = [
  ...['ca_ES', 'cs_CZ', 'da_DK', 'de_AT', 'de_CH', 'de_DE', 'de_LU', 'en_BE', 'en_GB', 'en_NL', 'en_US', 'es_ES'],
  ...['fi_FI', 'fr_BE', 'fr_FR', 'fr_LU', 'hu_HU', 'is_IS', 'it_IT', 'lt_LT', 'lv_LV', 'nb_NO', 'nl_BE', 'nl_NL'],
  ...['pl_PL', 'pt_PT', 'sk_SK', 'sv_SE'],
];

const usual: Readonly<Record<string, string>> = { de: 'de_DE', en: 'en_GB', fr: 'fr_FR', nl: 'nl_NL', no: 'nb_NO' };

/**
 * Returns the locale for Mollie's page. Undefined for other languages, such as Croatian: the page then follows the
 * browser.
 */
export function mollieLocale(language: string, country: string): string | undefined {
  const [base = ''] = language.toLowerCase().split('-');
  const local = `${base}_${country.toUpperCase()}`;
  if (LOCALES.includes(local)) return local;
  return usual[base] ?? LOCALES.find((locale) => locale.startsWith(`${base}_`));
}
