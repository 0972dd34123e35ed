import { paths } from './paths.ts';
import type { RouteName } from './routes.ts';

export interface MenuConfig {
  readonly shopActive: boolean;
  readonly merchandiseActive: boolean;
  readonly ambassadorsUrl: string;
  readonly ambassadorsLabel: string;
  readonly texts: { readonly ambassadorsHtml: string };
}

export interface MenuEntry {
  readonly name: 'home' | 'tickets' | 'merchandise' | 'portal' | 'ambassadors';
  readonly to: string;
  /** The pages on which this entry is current. */
  readonly pages: readonly RouteName[];
}

/** True if the ambassadors page has content and a label. */
export const hasAmbassadors = (config: MenuConfig): boolean =>
  config.ambassadorsLabel.trim() !== '' && config.texts.ambassadorsHtml.trim() !== '';

/** Returns the entries of the menu in their order. */
export function menuOf(config: MenuConfig): MenuEntry[] {
  const entries: (MenuEntry | false)[] = [
    { name: 'home', to: paths.home(), pages: ['home'] },
    config.shopActive && { name: 'tickets', to: paths.tickets(), pages: ['tickets', 'ticket'] },
    config.shopActive &&
      config.merchandiseActive && {
        name: 'merchandise',
        to: paths.merchandise(),
        pages: ['merchandise', 'merchandiseItem'],
      },
    { name: 'portal', to: paths.portal(), pages: ['portal', 'order', 'confirmation', 'payment'] },
    hasAmbassadors(config) && {
      name: 'ambassadors',
      to: paths.ambassadors(config.ambassadorsUrl),
      pages: ['ambassadors'],
    },
  ];
  return entries.filter((entry) => entry !== false);
}
