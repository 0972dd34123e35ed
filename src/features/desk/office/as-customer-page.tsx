import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { setStyles } from '#ui/office/set-styles.ts';
import styles from './as-customer-page.module.css';

/** Shows an order's page as its customer sees it now. */
export default function AsCustomerPage() {
  const { text, textNodes } = useLanguage();
  const { shopName } = useStaffSession();
  const code = useParams().code ?? '';
  const queries = useQueryClient();
  usePageTitle(text('{code} as the customer sees it', { code }), shopName);
  // Each answer is recorded in the audit log, so it is requested once per visit to this page.
  const query = useQuery({
    queryKey: ['order-as-customer', code],
    queryFn: async ({ signal }) => {
      const page = await officeCall('order-as-customer', { code }, { signal });
      void queries.invalidateQueries({ queryKey: ['order-timeline'] });
      return page;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <QueryState query={query} failed={text('This page did not load')}>
      {({ code: order, customer_name: name, seen_at: at, html }) => (
        <>
          <PageHead
            heading={text('What {name} sees', { name })}
            sub={text(
              'This is for viewing only: nothing here can be clicked. The order’s timeline shows that you viewed it.',
            )}
            actions={
              <>
                <span className={styles.moment}>{textNodes('Seen at {moment}', { moment: <Moment at={at} /> })}</span>
                <ButtonLink to={`/orders/${order}`} kind="secondary" small>
                  {text('Back to the order')}
                </ButtonLink>
              </>
            }
          />
          <iframe
            className={styles.page}
            title={text('{code} as the customer sees it', { code: order })}
            // The frame allows no scripts or forms, but the shop's style sheets and fonts need the origin.
            sandbox="allow-same-origin"
            srcDoc={html}
            onLoad={setStyles}
          />
        </>
      )}
    </QueryState>
  );
}
