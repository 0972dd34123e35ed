/** From this window width on, notices are next to an open panel (`toast.module.css`), in CSS pixels. */
const BESIDE_PANEL_FROM = 880;
/** The part of the window's corner that three notices and their margins need at most, in CSS pixels. */
const CORNER = { width: 376, height: 260 };

/** The topmost is last. */
const feet: HTMLElement[] = [];

/**
 * A ref for the foot of a dialog or panel. While the foot exists, notices are shown above it, not over its buttons:
 * `--notices-above` is the distance of the foot's top from the window's lower edge.
 */
export function keepNoticesAbove(foot: HTMLElement | null): (() => void) | undefined {
  if (!foot) return undefined;
  feet.push(foot);
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
  if (foot && isInTheCorner(foot)) {
    style.setProperty('--notices-above', `${Math.ceil(window.innerHeight - foot.getBoundingClientRect().top)}px`);
  } else {
    style.removeProperty('--notices-above');
  }
}

function isInTheCorner(foot: HTMLElement): boolean {
  if (window.innerWidth >= BESIDE_PANEL_FROM && foot.closest('[data-side-panel]')) return false;
  // The last button is nearest to the corner.
  const { right, bottom } = (foot.lastElementChild ?? foot).getBoundingClientRect();
  return right > window.innerWidth - CORNER.width && bottom > window.innerHeight - CORNER.height;
}
