/** Browsers take a name with this prefix only from https, for one host and for all of its paths. */
const NAME = '__Host-office';
/** The cookie's name without https, for development. */
const PLAIN_NAME = 'office';

const nameFor = (isHttps: boolean): string => (isHttps ? NAME : PLAIN_NAME);

/** A null token deletes the cookie, which has no expiry: the session ends on the server, or with the browser. */
export function sessionCookie(token: string | null, { isHttps }: { readonly isHttps: boolean }): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', ...(isHttps ? ['Secure'] : [])];
  if (token === null) attributes.push('Max-Age=0');
  return [`${nameFor(isHttps)}=${token ?? ''}`, ...attributes].join('; ');
}

/**
 * Returns the session's token; null without one. If there are two cookies of the name, nobody can tell which is the
 * office's, so neither counts.
 */
export function tokenIn(header: string | undefined, { isHttps }: { readonly isHttps: boolean }): string | null {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim().split(/=(.*)/s))
    .filter(([name]) => name === nameFor(isHttps))
    .map(([, value]) => value ?? '');
  return found.length === 1 && /^[\w-]{43}$/.test(found[0]!) ? found[0]! : null;
}
