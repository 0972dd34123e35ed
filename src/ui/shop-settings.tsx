import { createContext, type ReactNode, useContext } from 'react';

/** The part of the configuration that primitives need to show money, pictures and dates. `config` itself fits. */
export interface ShopSettings {
  locale: string;
  timezone: string;
  currency: string;
  currencyDigits: number;
  /** Extensions of the pictures, best first; the last one every browser can show. */
  imageFormats: readonly string[];
}

const Context = createContext<ShopSettings>({
  locale: 'en',
  timezone: 'UTC',
  currency: 'EUR',
  currencyDigits: 2,
  imageFormats: ['jpg'],
});

/** Put once around the application, with the bundle's `config`. */
export function ShopSettingsProvider({ value, children }: { value: ShopSettings; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export const useShopSettings = (): ShopSettings => useContext(Context);
