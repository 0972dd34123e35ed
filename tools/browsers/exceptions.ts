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
  CloseWatcher: { reason: 'looked up first; without it an extra history entry lets Back close a dialog' },
  requestIdleCallback: { reason: 'looked up first; without it a timer loads the dialog' },
  cancelIdleCallback: { reason: 'same as requestIdleCallback' },
  '.globalPrivacyControl': { reason: 'undefined in browsers that send no such signal' },
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
    'React looks it up first, for features of React that the shop does not use',
  ),
  ...all(['.connection', '.downlink'], 'React looks it up first, to guess how long pictures take'),
  setImmediate: { reason: 'React looks it up first and posts a message without it' },
  ...all(
    ['.getTransports', '.getPublicKeyAlgorithm', '.getPublicKey', '.getAuthenticatorData'],
    'SimpleWebAuthn looks each of them up first; the office is not used in a web view',
  ),

  // Properties of our own objects or of a library that have the same name as a browser feature.
  ...all(['.alternate', '.createContext', '.displayName', '.fromElement', '.Profiler'], 'properties of React itself'),
  ...all(['.isValid', '.mul'], 'methods of the QR encoder itself'),
  ...all(['.cssFloat'], 'React sets styles by name; Firefox for Android has it too, but the data does not list it'),
  '.share': { reason: 'a property of React Router itself' },
  ...all(
    ['.marginTop', '.marginRight', '.marginBottom', '.marginLeft'],
    'properties of a style, which every browser has',
  ),
  '.permissions': { reason: 'a field of the office’s session' },

  // Without these styles, the page only looks plainer.
  ...all(['text-wrap', 'text-wrap: balance', 'text-wrap: pretty'], 'lines break elsewhere'),
  ...all(['field-sizing', 'field-sizing: content'], 'the note does not grow; it scrolls'),
  ...all(['resize', 'resize: vertical'], 'phones have no handle to drag'),
  ...all(['cursor: pointer', 'cursor: not-allowed', 'cursor: progress'], 'phones have no pointer'),
  ':selection': { reason: 'selected text has the system’s colours' },
  ...all(['@page', '@page size'], 'the office prints on the paper that the browser chooses'),
  'font-family: ui-monospace': { reason: 'the next font in the list is used' },
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
