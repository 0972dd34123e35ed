import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns the token from the link's fragment, which reaches no server, and removes it from the address bar. Null until
 * hydration, '' for a link without a token.
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
