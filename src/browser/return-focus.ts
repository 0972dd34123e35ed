/** Leaves a field for the element that had the focus before, or for the page if that element is gone. */
export function returnFocus(field: HTMLElement, before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  else field.blur();
}
