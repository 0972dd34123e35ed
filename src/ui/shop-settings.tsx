import { createContext, type ReactNode, useContext } from 'react';

export interface ShopSettings {
  locale: string;
  timezone: string;
  currency: string;
  currencyDigits: number;
  /** See `formats` of `Picture`. */
  imageFormats: readonly string[];
}

const Context = createContext<ShopSettings>({
  locale: 'en',
  timezone: 'UTC',
  currency: 'EUR',
  currencyDigits: 2,
  imageFormats: ['jpg'],
});

/** Wraps the application once, with the bundle's `config`. */
export function ShopSettingsProvider({ value, children }: { value: ShopSettings; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export const useShopSettings = (): ShopSettings => useContext(Context);
