export { CART_KEY, TOKEN_KEY } from './storage-keys.ts';

export interface KeptText {
  read: () => string | null;
  write: (value: string | null) => void;
  /** Calls back when another tab changed it; returns the way to stop. */
  onOtherTab: (heard: (value: string | null) => void) => () => void;
}

/** One text in the browser's local storage. Where storage is forbidden or full it lasts as long as the page. */
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
      } catch {
        // The memory keeps it.
      }
    },
    onOtherTab(heard) {
      const listen = (event: StorageEvent) => {
        // A null key means that everything was cleared.
        if (event.key === key) heard(event.newValue || null);
        else if (event.key === null) heard(null);
      };
      addEventListener('storage', listen);
      return () => removeEventListener('storage', listen);
    },
  };
}
