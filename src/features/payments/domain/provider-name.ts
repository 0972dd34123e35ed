const names: Readonly<Record<string, string>> = { monri: 'Monri' };

/** For customers, by its key in the configuration. */
export const providerName = (gateway: string): string =>
  names[gateway] ?? gateway.charAt(0).toUpperCase() + gateway.slice(1);
