import { Toast as Base } from '@base-ui/react/toast';
import { CloseIcon } from './icons.tsx';
import styles from './toast.module.css';
import { ToneShape } from './tone-shape.tsx';

export type ToastTone = 'ok' | 'bad' | 'warn' | 'info';

/** Spec 9: a notice closes by itself after this many milliseconds; the time stands still on hover, focus and in a hidden tab. */
export const TOAST_MS = 5000;

const manager = Base.createToastManager<{ tone: ToastTone }>();

/**
 * Shows a notice at the bottom right, at most three at once. Each must have a lasting twin on the page, and none carries
 * an action, because it goes away by itself.
 */
export function toast(message: string, tone: ToastTone = 'ok'): void {
  manager.add({ description: message, data: { tone } });
}

function Toasts() {
  const { toasts } = Base.useToastManager<{ tone: ToastTone }>();
  return toasts.map((item) => (
    <Base.Root key={item.id} toast={item} className={styles.toast} swipeDirection={['right', 'down']}>
      <ToneShape tone={item.data?.tone ?? 'ok'} size={12} className={styles[item.data?.tone ?? 'ok']} />
      <Base.Description className={styles.message} />
      {/* Base UI hides it in a collapsed stack; ours is always spread out. */}
      <Base.Close className={styles.close} aria-label="Close notice" aria-hidden={false}>
        <CloseIcon size={18} />
      </Base.Close>
    </Base.Root>
  ));
}

/** Put once around or beside the application. F6 jumps into it. The live region is explicit, so that modals spare it. */
export function ToastRegion() {
  return (
    <Base.Provider toastManager={manager} timeout={TOAST_MS} limit={3}>
      <Base.Portal>
        <Base.Viewport className={styles.region} aria-live="polite" aria-label="Notices">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
