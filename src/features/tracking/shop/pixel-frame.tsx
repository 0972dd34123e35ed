import { useEffect } from 'react';
import { useLanguage } from '#ui/language.ts';
import type { PixelCall } from '../domain/pixel-call.ts';

/** The page that holds the vendor's script (`apps/server/pages/tracking-frame.ts`). */
const FRAME = '/tracking-frame';

let waiting: PixelCall[] = [];
let target: Window | null = null;

/** Tells the pixel, as soon as its frame is there. */
export function sendToPixel(call: PixelCall): void {
  // The frame has no origin of its own that could be named. Nothing that is sent is a secret.
  if (target) target.postMessage(call, '*');
  else waiting.push(call);
}

/** Forgets what still waits, because the visitor has declined. */
export function forgetWaiting(): void {
  waiting = [];
}

/**
 * The vendor's script in a frame that may run scripts and nothing else: it sees no page of the shop, no address, no field, no
 * storage. Gone with it is the script.
 */
export function PixelFrame() {
  const { text } = useLanguage();
  useEffect(
    () => () => {
      target = null;
    },
    [],
  );
  return (
    <iframe
      src={FRAME + clickId()}
      title={text('Advertising pixel')}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      hidden
      onLoad={({ currentTarget }) => {
        target = currentTarget.contentWindow;
        for (const call of waiting.splice(0)) sendToPixel(call);
      }}
    />
  );
}

/** The vendor's click id in the address that a visitor arrived at. It identifies the advertisement that was clicked. */
export function clickId(): string {
  const [arrival] = performance.getEntriesByType('navigation');
  const query = /\?[^#]*/.exec(arrival?.name ?? '')?.[0];
  const id = new URLSearchParams(query).get('fbclid');
  return id && /^[\w-]{1,500}$/.test(id) ? `?fbclid=${id}` : '';
}
