import { hasAmbassadors } from '#features/shop-config/domain/menu.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { escapeHtml } from '#kernel/escape-html.ts';
import type { PageBundle } from './embedded-bundle.ts';

/** `/robots.txt` allows public pages, but not API calls or customers' pages. */
export const robotsTxt = (origin: string): string => `User-agent: *
Disallow: /api/
Disallow: /accept-tcs/
Disallow: /account
Disallow: /challenge
Disallow: /checkout
Disallow: /confirm-email
Disallow: /download-calendar/
Disallow: /download-invoice/
Disallow: /download-ticket/
Disallow: /download-transfer/
Disallow: /login-link
Disallow: /payment-plan-payment/
Disallow: /payments/
Disallow: /portal
Disallow: /reset-password/
Disallow: /tracking-frame
Disallow: /waiting-room

Sitemap: ${origin}/sitemap.xml
`;

/** Returns the paths of the pages that search engines may list. */
export function listedPaths({ config, products, merchandise }: PageBundle): string[] {
  const shop = config.shopActive
    ? [
        paths.tickets(),
        ...products.map((item) => paths.item('tickets', item.external_code)),
        ...(config.merchandiseActive
          ? [paths.merchandise(), ...merchandise.map((item) => paths.item('merchandise', item.external_code))]
          : []),
      ]
    : [];
  return [
    paths.home(),
    ...shop,
    ...(hasAmbassadors(config) ? [paths.ambassadors(config.ambassadorsUrl)] : []),
    paths.faqs(),
    paths.termsConditions(),
    paths.privacyPolicy(),
    paths.cookiePolicy(),
    paths.securityStatement(),
    paths.accessibility(),
  ];
}

/** Returns `/sitemap.xml`. `changedAt` is the time of the operator's last change, which may affect every page. */
export function sitemapXml(bundle: PageBundle, origin: string, changedAt: Date): string {
  const lastmod = changedAt.toISOString();
  const entries = listedPaths(bundle).map(
    (path) => `  <url><loc>${escapeHtml(origin + path)}</loc><lastmod>${lastmod}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
