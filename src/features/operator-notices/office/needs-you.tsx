import { useOfficeCall } from '#browser/use-office-call.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { List } from '#ui/office/list.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { groupName } from '../words/group-names.ts';
import { Age } from './matter-age.tsx';

/** The groups of the inbox with their counts and sums. Renders nothing if nothing is waiting. */
export function NeedsYou({ className }: { className?: string | undefined }) {
  const language = useLanguage();
  const { text } = language;
  const { data } = useOfficeCall('inbox', {});
  if (!data || data.matters.length === 0) return null;
  const firstOf = (group: string) => data.matters.find((matter) => matter.group === group)!;
  return (
    <Panel
      heading={text('Needs you')}
      note={data.matters.length}
      flush
      className={className}
      actions={
        <ButtonLink small to="/inbox">
          {text('Open inbox')}
        </ButtonLink>
      }
    >
      <List
        caption={text('Needs you')}
        rows={data.groups}
        rowKey={({ group }) => group}
        hasFewColumns
        href={({ group }) => `/inbox/${encodeURIComponent(firstOf(group).key)}`}
        columns={[
          { key: 'kind', header: text('Kind'), cell: ({ group }) => <b>{groupName(language, group)}</b> },
          {
            key: 'count',
            header: text('Waiting'),
            align: 'end',
            cell: ({ count, has_more: hasMore }) => (hasMore ? text('{count} or more', { count }) : count),
          },
          {
            key: 'sum',
            header: <AmountHead name={text('Total')} />,
            align: 'end',
            cell: ({ amount }) => (amount === null ? '' : <Amount amount={amount} />),
          },
          {
            key: 'oldest',
            header: text('Oldest'),
            cell: ({ group, oldest }) => oldest !== null && <Age matter={firstOf(group)} />,
          },
        ]}
      />
    </Panel>
  );
}
