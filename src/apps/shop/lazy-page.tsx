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
  let Loaded: ComponentType | null = null;
  let loading: Promise<ComponentType> | null = null;

  const preload = () => {
    loading ??= load().then(
      (component) => {
        Loaded = component;
        return component;
      },
      (error) => {
        // The next visit of the page tries again.
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, when the module is loaded.
  function Page() {
    const Component = Loaded ?? use(preload());
    return <Component />;
  }

  return Object.assign(Page, { module, preload });
}
