import { Toast as Base } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { CloseIcon } from './icons.tsx';
import { useLanguage } from './language.ts';
import styles from './toast.module.css';
import { showToastsWith, type ToastTone } from './toast.tsx';
import { ToneShape } from './tone-shape.tsx';

/** A toast closes after this many milliseconds; the time stops on hover, on focus and in a hidden tab. */
const TOAST_MS = 5000;
/** A live region is read out only when it stood empty for a moment before; in milliseconds. */
const REGION_SETTLES_MS = 100;

const manager = Base.createToastManager<{ tone: ToastTone }>();

function Toasts() {
  const { text } = useLanguage();
  const { toasts } = Base.useToastManager<{ tone: ToastTone }>();
  return toasts.map((item) => (
    // One that is said again is drawn anew, so that it is read out again.
    <Base.Root
      key={`${item.id} ${item.updateKey}`}
      toast={item}
      className={styles.toast}
      swipeDirection={['right', 'down']}
    >
      <ToneShape tone={item.data?.tone ?? 'ok'} size={12} className={styles[item.data?.tone ?? 'ok']} />
      <Base.Description className={styles.message} />
      {/* Base UI hides it in a collapsed stack; ours is always spread out. */}
      <Base.Close className={styles.close} aria-label={text('Close notice')} aria-hidden={false}>
        <CloseIcon size={18} />
      </Base.Close>
    </Base.Root>
  ));
}

/** Draws the notices. F6 jumps into them. The live region is explicit, so that modals spare it. */
export function DrawnToasts() {
  const { text } = useLanguage();
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = showToastsWith(({ message, tone }) =>
        // The same words take the place of those that still stand: three of one kind would only cover the page.
        manager.add({ id: `${tone} ${message}`, description: message, data: { tone } }),
      );
    }, REGION_SETTLES_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <Base.Provider toastManager={manager} timeout={TOAST_MS} limit={3}>
      <Base.Portal>
        <Base.Viewport className={styles.region} aria-live="polite" aria-label={text('Notices')}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
