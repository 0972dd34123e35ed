interface OperatorPlace {
  readonly countries: readonly { readonly code: string; readonly name: string }[];
  /** Lines of the operator's address. */
  readonly address: readonly string[];
  /** The account that refunds are paid from: it begins with its country. */
  readonly bankIban: string | null;
}

/**
 * Returns the operator's own country if the shop sells to it: from a line of the address, otherwise from the bank
 * account.
 */
export function operatorCountry({ countries, address, bankIban }: OperatorPlace): string | null {
  const named = address.map((line) => line.trim().toLowerCase()).reverse();
  const byAddress = named.flatMap((line) => countries.find(({ code, name }) => isCountry(line, code, name)) ?? [])[0];
  return (byAddress ?? countries.find(({ code }) => code === bankIban?.slice(0, 2)))?.code ?? null;
}

const isCountry = (line: string, code: string, name: string): boolean =>
  line === name.toLowerCase() || line === code.toLowerCase();
