/** Scrolls the chosen link into view in a row of links that may be wider than the page. */
export function keepInSight(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}
