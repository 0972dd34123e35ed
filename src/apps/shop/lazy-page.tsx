import { type ComponentType, use } from 'react';

export interface LazyPage {
  (): React.ReactNode;
  /** The module that holds the page, as the build's manifest names it. */
  module: string;
  /** Brings the code; a page that was preloaded renders at once, on the server and when the browser hydrates. */
  preload: () => Promise<unknown>;
}

/**
 * A page whose code comes on demand. Unlike `React.lazy` it never suspends once preloaded, so that server rendering and
 * hydration need no streaming.
 */
export function lazyPage(module: string, load: () => Promise<ComponentType>): LazyPage {
  let loading: Promise<ComponentType> | null = null;
  let hasFailed = false;

  const preload = () => {
    if (hasFailed) loading = null;
    hasFailed = false;
    loading ??= load().then(
      (component) => {
        // React reads these two fields: code that is there renders at once.
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
    // Code that did not come is not asked for here again: React renders once more to learn of it, and would wait for ever.
    const Component = use(loading ?? preload());
    return <Component />;
  }

  return Object.assign(Page, { module, preload });
}
