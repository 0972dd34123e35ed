import { createHash } from 'node:crypto';
import { HYDRATED } from '#browser/hydrated.ts';
import { CART_KEY, TOKEN_KEY } from '#browser/storage-keys.ts';

const MARKS = [
  [TOKEN_KEY, 'login'],
  [CART_KEY, 'cart'],
];

/**
 * The name of the `<meta>` element with the scripts that a page requests after it is painted, the entry script first.
 */
export const LATE_SCRIPTS = 'late-scripts';

/** The scripts are requested after at most this many milliseconds, even if pictures are still loading. */
const MAX_DELAY_MS = 3_000;

/** Script that marks `<html>` when a login token or a cart is stored. */
const MARK = `try{for(const[k,m]of${JSON.stringify(MARKS)})if(localStorage.getItem(k))document.documentElement.dataset[m]=""}catch{}`;

/**
 * Script that requests the late scripts once the page and its pictures are painted, or when the visitor starts to
 * interact. It remembers the last button press or list choice before hydration and repeats it afterwards. React
 * immediately hydrates the target of an event such as `keyup`, which resets a list to its old value.
 */
const BEGIN = `{
const late = document.querySelector('meta[name="${LATE_SCRIPTS}"]');
let files = late ? late.content.split(" ") : [];
const begin = () => {
  files.forEach((file, index) => {
    const element = document.createElement(index ? "link" : "script");
    if (index) element.rel = "modulepreload", element.href = file;
    else element.type = "module", element.src = file;
    document.head.append(element);
  });
  files = [];
};
for (const type of ["pointerover", "touchstart", "keydown"]) addEventListener(type, begin, { once: true, passive: true });
const oncePainted = () =>
  performance.getEntriesByName("first-contentful-paint").length
    ? begin()
    : new PerformanceObserver(begin).observe({ type: "paint", buffered: true });
addEventListener("load", () =>
  document.hidden ? begin() : requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(oncePainted))));
setTimeout(begin, ${MAX_DELAY_MS});

let kept;
const keep = ({ type, target }) => {
  const on = target.closest?.(type === "click" ? "button" : "select");
  if (on) kept = [on, type, on.value];
};
for (const type of ["click", "change"]) addEventListener(type, keep, true);
addEventListener("${HYDRATED}", () => {
  for (const type of ["click", "change"]) removeEventListener(type, keep, true);
  if (!kept) return;
  const [on, type, value] = kept;
  on.dispatchEvent(new Event("keyup", { bubbles: true }));
  if (type === "click") return on.click();
  on.value = value;
  on.dispatchEvent(new Event(type, { bubbles: true }));
}, { once: true });
}`;

/**
 * The only inline script. It runs before the first paint: until the customer's data is there, its marks let CSS hide
 * what only visitors see, and reserve room for the cart's clock. The text is constant, so the content policy allows it
 * by its hash.
 */
export const INLINE_SCRIPT = `${MARK}\n${BEGIN}`;

export const INLINE_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(INLINE_SCRIPT).digest('base64')}'`;
