import { endToasts } from './toast.tsx';

/** In a window of at least this width, in CSS pixels, notices are next to an open panel (`toast.module.css`). */
const BESIDE_PANEL_FROM = 880;
/** The most space in the window's corner that three notices and their margins need, in CSS pixels. */
const CORNER = { width: 376, height: 260 };

/** The margins above and below the notices, in CSS pixels. */
const MARGINS = 24;
/** If a dialog leaves this much room above it, in CSS pixels, two notices fit there. */
const ROOM_ABOVE_DIALOG = 140;

/** The feet of open dialogs and panels; the topmost one is last. */
const feet: HTMLElement[] = [];

/**
 * A ref for the foot of a dialog or panel. While the foot exists, notices cover neither its buttons nor its contents.
 * They are shown above the dialog if there is room, and otherwise above the foot, where the body leaves room for them:
 * `--notices-above` is their distance from the window's lower edge, `--notices-room` the height that the body leaves.
 * Older notices close, unless they are next to the panel.
 */
export function keepNoticesAbove(foot: HTMLElement | null): (() => void) | undefined {
  if (!foot) return undefined;
  feet.push(foot);
  if (!isBesideNotices(foot)) endToasts();
  const popup = foot.closest<HTMLElement>('[role=dialog], [role=alertdialog]') ?? foot;
  const observer = new ResizeObserver(measure);
  observer.observe(foot);
  observer.observe(popup);
  // The popup moves while it opens.
  popup.addEventListener('transitionend', measure);
  window.addEventListener('resize', measure);
  measure();
  return () => {
    observer.disconnect();
    popup.removeEventListener('transitionend', measure);
    window.removeEventListener('resize', measure);
    feet.splice(feet.indexOf(foot), 1);
    measure();
  };
}

function measure(): void {
  const foot = feet.at(-1);
  const { style } = document.documentElement;
  if (!foot || !isInTheCorner(foot)) {
    style.removeProperty('--notices-above');
    style.removeProperty('--notices-room');
    return;
  }
  const top = foot.closest('[role=dialog], [role=alertdialog]')?.getBoundingClientRect().top ?? 0;
  const isAboveDialog = top >= ROOM_ABOVE_DIALOG;
  const edge = isAboveDialog ? top : foot.getBoundingClientRect().top;
  style.setProperty('--notices-above', `${Math.ceil(window.innerHeight - edge)}px`);
  if (isAboveDialog) style.removeProperty('--notices-room');
  else style.setProperty('--notices-room', 'var(--notices-height, 0px)');
}

/** A ref for the notices. Sets `--notices-height` to their height with margins; 0 without notices. */
export function measureNotices(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const height = region.offsetHeight;
    style.setProperty('--notices-height', `${height > 0 ? height + MARGINS : 0}px`);
  });
  observer.observe(region);
  return () => {
    observer.disconnect();
    style.removeProperty('--notices-height');
  };
}

const isBesideNotices = (foot: HTMLElement): boolean =>
  window.innerWidth >= BESIDE_PANEL_FROM && foot.closest('[data-side-panel]') !== null;

function isInTheCorner(foot: HTMLElement): boolean {
  if (isBesideNotices(foot)) return false;
  // The last button is the one nearest to the corner.
  const { right, bottom } = (foot.lastElementChild ?? foot).getBoundingClientRect();
  return right > window.innerWidth - CORNER.width && bottom > window.innerHeight - CORNER.height;
}
