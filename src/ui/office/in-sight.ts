/** For the chosen one of a row of links that may be wider than the page: scrolls the row to it. */
export function keepInSight(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}
