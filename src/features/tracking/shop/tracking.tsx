import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keptText } from '#browser/kept-text.ts';
import { randomKey } from '#browser/random-key.ts';
import { useBundle } from '#browser/session-store.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { matchRoute, type RouteName } from '#features/shop-config/domain/routes.ts';
import { withReported } from '../domain/once.ts';
import { pixelCall } from '../domain/pixel-call.ts';
import type { TrackedMoment } from '../domain/tracked-moment.ts';
import { isTracked, mayAskOn } from '../domain/tracked-pages.ts';
import { type UnsentMoment, unsentOf, withUnsent } from '../domain/unsent-moments.ts';
import { ConsentBar } from './consent-bar.tsx';
import { isAccepted, useChoice } from './consent-store.ts';
import { forgetWaiting, PixelFrame, sendToPixel } from './pixel-frame.tsx';
import { listenToSignals } from './signals.ts';

/**
 * The tracking of a page: the question and, once accepted, the pixel, which first receives the events of the open page.
 */
export function Tracking({ page }: { page: RouteName }) {
  const { config } = useBundle();
  const choice = useChoice();
  const [opener, setOpener] = useState<Element | null>(null);

  const unsent = useRef<readonly UnsentMoment[]>([]);
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
    for (const { moment } of unsentOf(unsent.current, location.pathname)) report(moment, config);
    unsent.current = [];
  });
  useEffect(() => {
    if (choice === 'accepted') sendUnsent();
    else forgetWaiting();
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

function report(moment: TrackedMoment, config: PublicConfig): void {
  // The address already names the page whose effects run, even if another page was rendered last.
  const page = matchRoute(location.pathname, config.ambassadorsUrl)?.name;
  if (!isAccepted() || !page || !isTracked(page)) return;
  if (moment.onceFor !== undefined) {
    const text = withReported(reported.read(), `${moment.name} ${moment.onceFor}`);
    if (text === null) return;
    reported.write(text);
  }
  sendToPixel(pixelCall(moment, config, randomKey()));
}
