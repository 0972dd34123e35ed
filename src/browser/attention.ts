/** Whether the page is visible. */
export interface Attention {
  isVisible: () => boolean;
  /** Calls back when the page is hidden or shown, and when the network is back, until the returned function is called. */
  onChange: (changed: () => void) => () => void;
}

export const ofBrowser: Attention = {
  isVisible: () => document.visibilityState === 'visible',
  onChange(changed) {
    document.addEventListener('visibilitychange', changed);
    addEventListener('pageshow', changed);
    addEventListener('online', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      removeEventListener('pageshow', changed);
      removeEventListener('online', changed);
    };
  },
};
