/** Why a use is allowed. `lackedBy` limits the exception to these browsers; without it, it holds for all. */
export interface Exception {
  readonly reason: string;
  readonly lackedBy?: readonly string[];
}

const all = (names: readonly string[], reason: string): Record<string, Exception> =>
  Object.fromEntries(names.map((name) => [name, { reason }]));

/**
 * Features that the built application uses although a supported browser lacks them, written as the check prints them.
 * An unused line fails the check too.
 */
export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  // Scripts detect these before use.
  CloseWatcher: { reason: 'looked up first; without it Back closes a dialog by an entry in the history' },
  requestIdleCallback: { reason: 'looked up first; without it a timer loads the dialog' },
  cancelIdleCallback: { reason: 'as requestIdleCallback' },
  '.globalPrivacyControl': { reason: 'undefined where there is no such signal to respect' },
  '.checkVisibility': { reason: 'Base UI looks it up first and reads the computed style without it' },
  ...all(
    [
      'navigation',
      '.currentEntry',
      '.canIntercept',
      '.startViewTransition',
      '.skipTransition',
      '.animation',
      '.popover',
    ],
    'React looks it up first, for parts of it that the shop does not use',
  ),
  ...all(['.connection', '.downlink'], 'React looks it up first, to guess how long pictures take'),
  setImmediate: { reason: 'React looks it up first and posts a message without it' },
  ...all(
    ['.getTransports', '.getPublicKeyAlgorithm', '.getPublicKey', '.getAuthenticatorData'],
    'SimpleWebAuthn looks each of them up first; the office is not used in a web view',
  ),

  // In scripts, these are properties of ours or of a library that share the name of a browser feature.
  ...all(['.alternate', '.createContext', '.displayName', '.fromElement', '.Profiler'], 'of React itself'),
  ...all(['.isValid', '.mul'], 'of the QR encoder itself'),
  ...all(['.cssFloat'], 'React sets styles by name; the data only misses that Firefox for Android has it'),
  '.share': { reason: 'of React Router itself' },
  ...all(['.marginTop', '.marginRight', '.marginBottom', '.marginLeft'], 'of a style, which every browser has'),
  '.permissions': { reason: 'a field of the office’s session' },

  // Without these styles, the page only looks plainer.
  ...all(['text-wrap', 'text-wrap: balance', 'text-wrap: pretty'], 'lines break elsewhere'),
  ...all(['field-sizing', 'field-sizing: content'], 'the note does not grow; it scrolls'),
  ...all(['resize', 'resize: vertical'], 'phones have no handle to drag'),
  ...all(['cursor: pointer', 'cursor: not-allowed', 'cursor: progress'], 'phones have no pointer'),
  ':selection': { reason: 'selected text has the colours of the system' },
  ...all(['@page', '@page size'], 'the office prints on the paper that the browser chooses'),
  'font-family: ui-monospace': { reason: 'the next font of the list is taken' },
  ...all(
    [
      '@font-face size-adjust',
      '@font-face ascent-override',
      '@font-face descent-override',
      '@font-face line-gap-override',
    ],
    'words may wrap elsewhere until the font has loaded; rows keep their height',
  ),
  'text-size-adjust': {
    reason: 'only phones enlarge text, and iOS has the prefixed form',
    lackedBy: ['safari', 'firefox'],
  },
};
