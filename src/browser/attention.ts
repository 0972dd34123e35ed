/** Tells whether somebody sees the page, and when it may be worth trying a request again. */
export interface Attention {
  isVisible: () => boolean;
  /** Calls back whenever the page is hidden or shown or the network returns. Returns the function that stops it. */
  onChange: (changed: () => void) => () => void;
}

export const browserAttention: Attention = {
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
