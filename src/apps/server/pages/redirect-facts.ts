import type { RedirectFacts } from '#features/shop-config/domain/redirects.ts';
import type { PageBundle } from './embedded-bundle.ts';

const known = new WeakMap<PageBundle, RedirectFacts>();

/** Computes what redirects depend on, once for each bundle, because every request needs it. */
export function redirectFactsOf(bundle: PageBundle): RedirectFacts {
  const facts = known.get(bundle) ?? factsOf(bundle);
  known.set(bundle, facts);
  return facts;
}

function factsOf({ config, products, merchandise }: PageBundle): RedirectFacts {
  const codes = {
    tickets: new Set(products.map((item) => item.external_code)),
    merchandise: new Set(merchandise.map((item) => item.external_code)),
  };
  return {
    shopActive: config.shopActive,
    merchandiseActive: config.merchandiseActive,
    ambassadorsUrl: config.ambassadorsUrl,
    hasItem: (kind, externalCode) => codes[kind].has(externalCode),
    isLoggedIn: null,
  };
}
