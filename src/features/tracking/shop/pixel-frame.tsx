import { useEffect } from 'react';
import { useLanguage } from '#ui/language.ts';
import type { PixelCall } from '../domain/pixel-call.ts';

/** The page that contains the vendor's script (`apps/server/pages/tracking-frame.ts`). */
const FRAME = '/tracking-frame';

let waiting: PixelCall[] = [];
let target: Window | null = null;

/** Sends a call to the pixel, once its frame is loaded. */
export function sendToPixel(call: PixelCall): void {
  // The frame has an opaque origin, which cannot be named here. Nothing sent is secret.
  if (target) target.postMessage(call, '*');
  else waiting.push(call);
}

/** Drops waiting calls, because the visitor has declined. */
export function dropWaitingCalls(): void {
  waiting = [];
}

/**
 * The vendor's script in a frame that may only run scripts: it cannot see the shop's pages, addresses, fields or
 * storage. Removing the frame removes the script.
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

/** The vendor's click id in the visitor's landing address. It identifies the clicked advertisement. */
export function clickId(): string {
  const [arrival] = performance.getEntriesByType('navigation');
  const query = /\?[^#]*/.exec(arrival?.name ?? '')?.[0];
  const id = new URLSearchParams(query).get('fbclid');
  return id && /^[\w-]{1,500}$/.test(id) ? `?fbclid=${id}` : '';
}
