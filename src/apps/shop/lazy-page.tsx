import { type ComponentType, use } from 'react';

export interface LazyPage {
  (): React.ReactNode;
  /** The page's module, as the build's manifest names it. */
  module: string;
  /** Loads the code. A preloaded page renders synchronously, on the server and during hydration. */
  preload: () => Promise<unknown>;
}

/**
 * A page whose code loads on demand. Once preloaded it never suspends, so rendering and hydration need no streaming.
 */
export function lazyPage(module: string, load: () => Promise<ComponentType>): LazyPage {
  let loading: Promise<ComponentType> | null = null;
  let hasFailed = false;

  const preload = () => {
    if (hasFailed) loading = null;
    hasFailed = false;
    loading ??= load().then(
      (component) => {
        // React reads these two fields and then renders without suspending.
        return Object.assign(loading!, { status: 'fulfilled', value: component }).value;
      },
      (error) => {
        hasFailed = true;
        throw error;
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, when the module is loaded.
  function Page() {
    // A failed load is not repeated here: React renders once more to receive the error, and a new promise would
    // suspend forever.
    const Component = use(loading ?? preload());
    return <Component />;
  }

  return Object.assign(Page, { module, preload });
}
