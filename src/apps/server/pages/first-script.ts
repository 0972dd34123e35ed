import { createHash } from 'node:crypto';
import { CART_KEY, TOKEN_KEY } from '#browser/storage-keys.ts';
import { TAKEN_OVER } from '#browser/taken-over.ts';

const MARKS = [
  [TOKEN_KEY, 'login'],
  [CART_KEY, 'cart'],
];

/** The `<meta>` that names the scripts of a page that is shown before they are asked for, the one to begin with first. */
export const LATE_SCRIPTS = 'late-scripts';

/** Whatever a slow line does to the pictures, the scripts are asked for after this time. Milliseconds. */
const LATEST = 3_000;

/** Marks `<html>` when a login token or a cart is stored. */
const MARK = `try{for(const[k,m]of${JSON.stringify(MARKS)})if(localStorage.getItem(k))document.documentElement.dataset[m]=""}catch{}`;

/**
 * Asks for the late scripts once the page and its pictures are painted, or the visitor reaches for something before.
 *
 * The last press of a button or choice in a list that comes before the application has taken the page over is kept, and done
 * again then. React takes over at once what an event like `keyup` is sent to, and with it gives a list its old value back.
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
setTimeout(begin, ${LATEST});

let kept;
const keep = ({ type, target }) => {
  const on = target.closest?.(type === "click" ? "button" : "select");
  if (on) kept = [on, type, on.value];
};
for (const type of ["click", "change"]) addEventListener(type, keep, true);
addEventListener("${TAKEN_OVER}", () => {
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
 * The only script inside a page. It runs before the first paint: its marks let CSS hide what only visitors see, and keep room
 * for the cart's clock, until the customer's own data is there. Always the same text: its hash allows it.
 */
export const FIRST_SCRIPT = `${MARK}\n${BEGIN}`;

/** As a source of the content security policy. */
export const FIRST_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(FIRST_SCRIPT).digest('base64')}'`;
