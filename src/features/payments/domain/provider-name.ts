const names: Readonly<Record<string, string>> = { monri: 'Monri' };

export const providerName = (gateway: string): string =>
  names[gateway] ?? gateway.charAt(0).toUpperCase() + gateway.slice(1);
