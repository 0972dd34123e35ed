import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a link that stands in the fragment, which reaches no server; it is taken out of the address at once. Null until the page
 * is in the browser, '' for a link without one.
 */
export function useLinkToken(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    setToken((known) => known ?? hash.slice(1));
    if (hash) navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}
