import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keptText } from '#browser/kept-text.ts';
import { randomKey } from '#browser/random-key.ts';
import { useBundle } from '#browser/session-store.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { matchRoute, type RouteName } from '#features/shop-config/domain/routes.ts';
import { withReported } from '../domain/once.ts';
import { pixelCall } from '../domain/pixel-call.ts';
import type { TrackedEvent } from '../domain/tracked-event.ts';
import { isTracked, mayAskOn } from '../domain/tracked-pages.ts';
import { type UnsentEvent, unsentOf, withUnsent } from '../domain/unsent-events.ts';
import { ConsentBar } from './consent-bar.tsx';
import { isAccepted, useChoice } from './consent-store.ts';
import { dropWaitingCalls, PixelFrame, sendToPixel } from './pixel-frame.tsx';
import { listenToSignals } from './signals.ts';

/**
 * The tracking of a page: the question and, once accepted, the pixel, which first receives the events of the open page.
 */
export function Tracking({ page }: { page: RouteName }) {
  const { config } = useBundle();
  const choice = useChoice();
  const [opener, setOpener] = useState<Element | null>(null);

  const unsent = useRef<readonly UnsentEvent[]>([]);
  useEffect(
    () =>
      listenToSignals((signal, pathname) => {
        if (signal.name === 'choose') setOpener(document.activeElement ?? document.body);
        else if (isAccepted()) report(signal, config);
        else unsent.current = withUnsent(unsent.current, pathname, signal);
      }),
    [config],
  );
  const sendUnsent = useEffectEvent(() => {
    for (const { event } of unsentOf(unsent.current, location.pathname)) report(event, config);
    unsent.current = [];
  });
  useEffect(() => {
    if (choice === 'accepted') sendUnsent();
    else dropWaitingCalls();
  }, [choice]);

  const isAsking = opener !== null || (choice === null && mayAskOn(page));
  return (
    <>
      {isAsking && <ConsentBar choice={choice} opener={opener} onClose={() => setOpener(null)} />}
      {choice === 'accepted' && isTracked(page) && <PixelFrame />}
    </>
  );
}

const reported = keptText('foyer.tracked');

function report(event: TrackedEvent, config: PublicConfig): void {
  // The page is read from the address, because a new page may send events before this component has its name.
  const page = matchRoute(location.pathname, config.ambassadorsUrl)?.name;
  if (!isAccepted() || !page || !isTracked(page)) return;
  if (event.onceFor !== undefined) {
    const text = withReported(reported.read(), `${event.name} ${event.onceFor}`);
    if (text === null) return;
    reported.write(text);
  }
  sendToPixel(pixelCall(event, config, randomKey()));
}
