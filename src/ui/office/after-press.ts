let isDown = false;

if (typeof document !== 'undefined') {
  const set = (isPressed: boolean) => () => {
    isDown = isPressed;
  };
  document.addEventListener('pointerdown', set(true), true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, set(false), true);
}

/**
 * Runs at once, or after the click that is under way. An error that appears while a button is held down moves the
 * button, so that the click would miss it.
 */
export function afterPress(run: () => void): void {
  if (!isDown) {
    run();
    return;
  }
  const end = () => setTimeout(run);
  document.addEventListener('pointerup', end, { once: true });
}
