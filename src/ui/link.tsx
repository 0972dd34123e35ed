import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this shop. */
  to: string;
  /** Whether it replaces the current history entry. */
  replace?: boolean;
  /** Kept with the history entry; it is never part of an address. */
  state?: unknown;
}

/**
 * A link to another page of this shop, which the browser follows without loading the document again. The router's own
 * `Link` would add its code for prefetching to the scripts of the first load.
 */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target: rest.target });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
