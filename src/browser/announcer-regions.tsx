import { setRegion } from './announcer.ts';

const toPolite = (region: HTMLElement | null) => setRegion('polite', region);
const toAssertive = (region: HTMLElement | null) => setRegion('assertive', region);

/** Render this once, outside all that may become inert. Modals leave elements with an explicit `aria-live` readable. */
export function AnnouncerRegions() {
  return (
    <>
      <div ref={toPolite} className="visually-hidden" aria-live="polite" aria-atomic="true" />
      <div ref={toAssertive} className="visually-hidden" aria-live="assertive" aria-atomic="true" />
    </>
  );
}
