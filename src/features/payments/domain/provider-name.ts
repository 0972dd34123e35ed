const names: Readonly<Record<string, string>> = { monri: 'Monri' };

/** The name that customers see. `gateway` is its key in the configuration. */
export const providerName = (gateway: string): string =>
  names[gateway] ?? gateway.charAt(0).toUpperCase() + gateway.slice(1);
