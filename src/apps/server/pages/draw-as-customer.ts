import type { AsCustomer } from '#features/desk/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { escapeHtml } from '#kernel/escape-html.ts';
import type { Application } from './application.ts';
import type { PageBundle } from './embedded-bundle.ts';
import { themeFileOf } from './theme.ts';

interface DrawParts {
  readonly application: Application;
  readonly bundleForVisitors: () => Promise<{ readonly bundle: PageBundle }>;
}

/**
 * Draws an order's page with its customer's data as the browser would, for a frame in the office, without scripts.
 */
export async function drawAsCustomer(
  { application: { client, renderer }, bundleForVisitors }: DrawParts,
  { customer, order, refunds }: AsCustomer,
  now: Date,
): Promise<string> {
  const { bundle: shop } = await bundleForVisitors();
  const bundle: PageBundle = {
    ...shop,
    customer,
    country: customer.country,
    open_order: { order, refunds: [...refunds] },
  };
  const { locale, theme } = shop.config;
  const html = await renderer.render({ address: paths.order(order.code), bundle, madeAt: now, locale });
  const styles = [...client.stylesheets, themeFileOf(theme)?.href ?? []].flat();
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" data-color-scheme="${theme.colorScheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(order.code)}</title>
${styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
</head>
<body>
<div id="root">${html}</div>
</body>
</html>
`;
}
