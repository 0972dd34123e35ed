import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { useLanguage } from '../language.ts';
import { Skeleton } from '../skeleton.tsx';
import { WarningIcon } from './icons.tsx';
import styles from './query-state.module.css';
import { StateMessage } from './state-message.tsx';

interface QueryStateProps<Answer> {
  query: { data: Answer | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** What failed, such as "The orders did not load". */
  failed: string;
  /** True if the page has no other content. */
  isPage?: boolean;
  /** Shown if there is no such thing. Default: the server's message. */
  missing?: ReactNode;
  children: (answer: Answer) => ReactNode;
}

/** Shows placeholders while the first answer is loading; if it failed, the failure and Try again. */
export function QueryState<Answer>({ query, failed, isPage = false, missing, children }: QueryStateProps<Answer>) {
  const { text, translate } = useLanguage();
  if (query.data !== undefined) return children(query.data);
  // A retry would neither find it nor accept what was entered.
  if (query.error && 'status' in query.error && query.error.status === 422)
    return <StateMessage isPage={isPage} icon={<WarningIcon />} heading={translate(query.error.message)} />;
  if (query.error && 'status' in query.error && query.error.status === 404)
    return missing ?? <StateMessage isPage={isPage} icon={<WarningIcon />} heading={translate(query.error.message)} />;
  if (query.error)
    return (
      <StateMessage
        isPage={isPage}
        tone="bad"
        icon={<WarningIcon />}
        heading={failed}
        action={
          <Button kind="secondary" small busy={query.isFetching} onClick={() => void query.refetch()}>
            {text('Try again')}
          </Button>
        }
      >
        {translate(query.error.message)}
      </StateMessage>
    );
  return (
    <div className={styles.bones} aria-busy="true">
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
