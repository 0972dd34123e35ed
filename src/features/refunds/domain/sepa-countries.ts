/**
 * SEPA area (European Payments Council, EPC409-09). In the European Economic Area the IBAN is enough; the others also
 * need the BIC.
 */
const ECONOMIC_AREA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);
const OTHERS = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ');

/** Returns what a transfer to the country needs; null outside the SEPA area. */
export function transferNeeds(country: string): 'iban' | 'iban_and_bic' | null {
  if (ECONOMIC_AREA.includes(country)) return 'iban';
  return OTHERS.includes(country) ? 'iban_and_bic' : null;
}
