export { CART_KEY, TOKEN_KEY } from './storage-keys.ts';

export interface KeptText {
  read: () => string | null;
  write: (value: string | null) => void;
  /** Calls back when another tab changes the text. Returns the function that stops it. */
  onOtherTab: (changed: (value: string | null) => void) => () => void;
}

/**
 * Keeps one text in the browser's local storage. If storage is forbidden or full, the text lasts as long as the page.
 */
export function keptText(key: string): KeptText {
  let memory: string | null = null;
  return {
    read() {
      try {
        return localStorage.getItem(key) || null;
      } catch {
        return memory;
      }
    },
    write(value) {
      memory = value;
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {}
    },
    onOtherTab(changed) {
      const listen = (event: StorageEvent) => {
        // A null key means that everything was cleared.
        if (event.key === key) changed(event.newValue || null);
        else if (event.key === null) changed(null);
      };
      addEventListener('storage', listen);
      return () => removeEventListener('storage', listen);
    },
  };
}
