import { type ReactNode, useContext, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { leavePage } from '#browser/unsaved.ts';

/** Asks before every navigation to another page if something typed would be lost. */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext);
  const guarded = useMemo(() => {
    const { navigator } = context;
    const push: typeof navigator.push = (...step) => leavePage(() => navigator.push(...step));
    return { ...context, navigator: Object.create(navigator, { push: { value: push } }) as typeof navigator };
  }, [context]);
  return <NavigationContext value={guarded}>{children}</NavigationContext>;
}
