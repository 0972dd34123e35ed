/**
 * The page's script: polls the place and updates the page. Without it the page reloads itself. Only changed parts are
 * written, the button keeps the focus, and only important changes are announced, so that screen readers and keyboards
 * are not disturbed.
 */
export const WAITING_SCRIPT = `{
const box = document.getElementById("place");
const announcer = document.getElementById("announcement");
const offline = document.getElementById("offline");
const foot = document.getElementById("foot");
document.getElementById("live").hidden = false;
let { next, was, milestone } = box.dataset;
let shown = box.innerHTML, dueAt, timer, failed = 0;
const plan = (milliseconds) => {
  clearTimeout(timer);
  dueAt = Date.now() + milliseconds;
  timer = setTimeout(ask, milliseconds);
};
const ask = async () => {
  try {
    const address = location.pathname + location.search;
    const answer = await fetch(address + (location.search ? "&" : "?") + "part=1&was=" + was, {
      headers: { accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(20000),
    });
    if (answer.redirected || answer.status === 410) return location.reload();
    if (!answer.ok) throw answer.status;
    const part = await answer.json();
    failed = 0;
    offline.hidden = true;
    if (part.html !== shown) {
      const hadFocus = box.contains(document.activeElement);
      box.innerHTML = shown = part.html;
      if (hadFocus) box.querySelector(".wr-button")?.focus({ preventScroll: true });
    }
    document.title = part.title;
    if (part.milestone !== milestone) announcer.textContent = part.announcement;
    milestone = part.milestone;
    was = part.was;
    foot.hidden = part.next === 0;
    if (part.next > 0) plan(part.next);
  } catch {
    failed += 1;
    if (failed > 1) offline.hidden = false;
    plan(Math.min(60000, 4000 * 2 ** failed) * (0.5 + Math.random() / 2));
  }
};
const soon = () => document.visibilityState === "visible" && dueAt < Date.now() && plan(Math.random() * 1000);
document.addEventListener("visibilitychange", soon);
addEventListener("online", () => failed > 0 && plan(Math.random() * 1000));
addEventListener("pageshow", (event) => event.persisted && location.reload());
if (next > 0) plan(Number(next));
}`;
