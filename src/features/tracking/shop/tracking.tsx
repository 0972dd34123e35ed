import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keptText } from '#browser/kept-text.ts';
import { randomKey } from '#browser/random-key.ts';
import { useBundle } from '#browser/session-store.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { matchRoute, type RouteName } from '#features/shop-config/domain/routes.ts';
import { toldNow } from '../domain/once.ts';
import { pixelCall } from '../domain/pixel-call.ts';
import type { TrackedMoment } from '../domain/tracked-moment.ts';
import { asksOn, isTracked } from '../domain/tracked-pages.ts';
import { type UntoldMoment, untoldOf, withUntold } from '../domain/untold-moments.ts';
import { ConsentBar } from './consent-bar.tsx';
import { isAccepted, useChoice } from './consent-store.ts';
import { forgetWaiting, PixelFrame, sendToPixel } from './pixel-frame.tsx';
import { hearSignals } from './signals.ts';

/** The tracking of a page: the question and, once accepted, the pixel, which first gets the events of the open page. */
export function Tracking({ page }: { page: RouteName }) {
  const { config } = useBundle();
  const choice = useChoice();
  const [opener, setOpener] = useState<Element | null>(null);

  const untold = useRef<readonly UntoldMoment[]>([]);
  useEffect(
    () =>
      hearSignals((signal, pathname) => {
        if (signal.name === 'choose') setOpener(document.activeElement ?? document.body);
        else if (isAccepted()) tell(signal, config);
        else untold.current = withUntold(untold.current, pathname, signal);
      }),
    [config],
  );
  const tellUntold = useEffectEvent(() => {
    for (const { moment } of untoldOf(untold.current, location.pathname)) tell(moment, config);
    untold.current = [];
  });
  useEffect(() => {
    if (choice === 'accepted') tellUntold();
    else forgetWaiting();
  }, [choice]);

  const isAsking = opener !== null || (choice === null && asksOn(page));
  return (
    <>
      {isAsking && <ConsentBar choice={choice} opener={opener} onClose={() => setOpener(null)} />}
      {choice === 'accepted' && isTracked(page) && <PixelFrame />}
    </>
  );
}

const told = keptText('foyer.tracked');

function tell(moment: TrackedMoment, config: PublicConfig): void {
  // The address already names the page whose effects run, whatever was rendered last.
  const page = matchRoute(location.pathname, config.ambassadorsUrl)?.name;
  if (!isAccepted() || !page || !isTracked(page)) return;
  if (moment.onceFor !== undefined) {
    const text = toldNow(told.read(), `${moment.name} ${moment.onceFor}`);
    if (text === null) return;
    told.write(text);
  }
  sendToPixel(pixelCall(moment, config, randomKey()));
}
