/**
 * Formats of postal codes, each with an example, for European countries in which every address has a code of one
 * format. Codes of other countries are only checked for their length.
 */
const formats: Readonly<Record<string, { readonly format: RegExp; readonly example: string }>> = {
  AT: { format: /^\d{4}$/, example: '1010' },
  BE: { format: /^\d{4}$/, example: '1000' },
  CH: { format: /^\d{4}$/, example: '8001' },
  CZ: { format: /^\d{5}$/, example: '110 00' },
  DE: { format: /^\d{5}$/, example: '10115' },
  DK: { format: /^\d{4}$/, example: '1050' },
  ES: { format: /^\d{5}$/, example: '28001' },
  FI: { format: /^\d{5}$/, example: '00100' },
  FR: { format: /^\d{5}$/, example: '75001' },
  HR: { format: /^\d{5}$/, example: '10000' },
  HU: { format: /^\d{4}$/, example: '1051' },
  IT: { format: /^\d{5}$/, example: '00118' },
  LU: { format: /^\d{4}$/, example: '1009' },
  NL: { format: /^\d{4}[A-Z]{2}$/, example: '1012 AB' },
  PL: { format: /^\d{5}$/, example: '00-001' },
  SE: { format: /^\d{5}$/, example: '111 20' },
  SI: { format: /^\d{4}$/, example: '1000' },
  SK: { format: /^\d{5}$/, example: '811 01' },
};

/** The longest codes have ten characters; some people put the country in front. */
const MAX_CHARACTERS = 14;

/** Why a postal code may be mistyped. The example is one of the country's; null if its format is not known. */
export interface UnusualPostalCode {
  readonly example: string | null;
}

/**
 * Returns null if a code can be one of the country, and for an empty text. Blanks, dashes, case and the country in
 * front (`D-10115`, `nl 1012ab`) do not matter. A rare but real code may be unusual, so this is a warning and never a
 * reason to refuse an address.
 */
export function unusualPostalCode(typed: string, country: string): UnusualPostalCode | null {
  const text = typed.trim();
  if (text === '') return null;
  const known = Object.hasOwn(formats, country) ? formats[country] : undefined;
  const code = text
    .toUpperCase()
    .replace(/^[A-Z]{1,3}[ -]?(?=\d)/, '')
    .replace(/[ -]/g, '');
  if (known) return known.format.test(code) ? null : { example: known.example };
  return text.length > MAX_CHARACTERS ? { example: null } : null;
}
