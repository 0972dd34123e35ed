import { Toast as Base } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { CloseIcon } from './icons.tsx';
import { useLanguage } from './language.ts';
import { measureNotices } from './notices-above.ts';
import styles from './toast.module.css';
import { showToastsWith, type ToastMessage, type ToastTone } from './toast.tsx';
import { ToneShape } from './tone-shape.tsx';

/** A toast closes after this many milliseconds. The timer pauses on hover, on focus and in a hidden tab. */
const TOAST_MS = 5000;
/** Milliseconds that a live region must be empty before screen readers read it. */
const REGION_SETTLES_MS = 100;

const manager = Base.createToastManager<{ tone: ToastTone }>();

/** Events that count as actions of the customer. Assistive technology only clicks. */
const ACTIONS = ['pointerdown', 'keydown', 'click'] as const;

/** Counts the customer's actions. Notices between the same two actions have the same cause. */
let actions = 0;
const countAction = (): void => {
  actions += 1;
};

interface Shown {
  tone: ToastTone;
  action: number;
}

/** Notices that may still be shown, by id. */
const shown = new Map<string, Shown>();

function showNotice({ message, tone }: ToastMessage): void {
  // After a success, notices of earlier failures are out of date.
  if (tone === 'ok') endWhere((notice) => notice.tone === 'bad');
  // A toast replaces a visible one with the same words, because repetitions would only cover the page.
  const id = `${tone} ${message}`;
  shown.set(id, { tone, action: actions });
  manager.add({ id, description: message, data: { tone } });
}

function endWhere(isMeant: (notice: Shown) => boolean): void {
  for (const [id, notice] of shown) {
    if (!isMeant(notice)) continue;
    shown.delete(id);
    manager.close(id);
  }
}

const endOlder = (): void => endWhere(({ action }) => action !== actions);

function Toasts() {
  const { text } = useLanguage();
  const { toasts } = Base.useToastManager<{ tone: ToastTone }>();
  return toasts.map((item) => (
    // The key re-renders a repeated toast, so that it is read out again.
    <Base.Root
      key={`${item.id} ${item.updateKey}`}
      toast={item}
      className={styles.toast}
      swipeDirection={['right', 'down']}
    >
      <ToneShape tone={item.data?.tone ?? 'ok'} size={12} className={styles[item.data?.tone ?? 'ok']} />
      <Base.Description className={styles.message} />
      {/* Base UI hides the button in a collapsed stack, and ours is never collapsed. */}
      <Base.Close className={styles.close} aria-label={text('Close notice')} aria-hidden={false}>
        <CloseIcon size={18} />
      </Base.Close>
    </Base.Root>
  ));
}

/** Shows the notices, to which F6 moves focus. The live region is explicit, so that modals do not hide it. */
export function ToastStack() {
  const { text } = useLanguage();
  useEffect(() => {
    let stop = () => {};
    for (const type of ACTIONS) addEventListener(type, countAction, { capture: true, passive: true });
    const timer = setTimeout(() => {
      stop = showToastsWith(showNotice, endOlder);
    }, REGION_SETTLES_MS);
    return () => {
      clearTimeout(timer);
      stop();
      for (const type of ACTIONS) removeEventListener(type, countAction, { capture: true });
    };
  }, []);
  return (
    <Base.Provider toastManager={manager} timeout={TOAST_MS} limit={3}>
      <Base.Portal>
        <Base.Viewport ref={measureNotices} className={styles.region} aria-live="polite" aria-label={text('Notices')}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
