import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatTravelTime, spreadsheetTime } from '#kernel/dates.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { CapacityBar } from '#ui/office/capacity-bar.tsx';
import { Figures } from '#ui/office/figures.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { useReportAddress } from './report-address.ts';
import { ReportPage } from './report-page.tsx';
import { ticketsAt } from './tickets-at.ts';

type Row = OfficeAnswer<'report-departures'>['rows'][number];

/** Shows how full departures are, with a link to the passengers of each. */
export default function DeparturesReportPage() {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const shop = useShopSettings();
  const { days } = useReportAddress(null);
  const query = useOfficeCall('report-departures', days);
  const address = useReportAddress(null, query.data);
  const columns = [text('Sold'), text('In carts and unpaid'), text('Left'), text('Passengers'), text('In refund')];
  const whenOf = ({ at, timezone }: Row) => formatTravelTime(at, timezone, shop, { year: true });
  const leftOf = ({ capacity, sold, held }: Row) => (capacity === null ? null : String(capacity - sold - held));
  return (
    <ReportPage
      page="/reports/departures"
      address={address}
      query={query}
      isAhead
      csv={({ rows }) => [
        [text('Departure'), text('When'), text('Seats'), ...columns],
        ...rows.map((row) => [
          row.name,
          spreadsheetTime(new Date(row.at), row.timezone),
          row.capacity === null ? '' : String(row.capacity),
          String(row.sold),
          String(row.held),
          leftOf(row) ?? '',
          String(row.tickets),
          String(row.in_refund),
        ]),
      ]}
    >
      {({ rows }) => (
        <Panel heading={text('Departures')} flush>
          {rows.length === 0 ? (
            <StateMessage
              icon={<CheckIcon />}
              heading={
                address.isChosenByServer ? text('No upcoming departures') : text('Nothing departs on these days')
              }
              action={
                !address.isChosenByServer && <Link to="/reports/departures">{text('Show the next departures')}</Link>
              }
            />
          ) : (
            <Figures
              caption={text('Departures')}
              names={text('Departure')}
              columns={columns}
              rows={rows.map((row) => ({
                key: row.key,
                name: (
                  <>
                    {row.name}
                    <small>{whenOf(row)}</small>
                    {row.capacity !== null && <CapacityBar sold={row.sold} held={row.held} capacity={row.capacity} />}
                  </>
                ),
                figures: [
                  {
                    words:
                      row.capacity === null
                        ? String(row.sold)
                        : text('{sold} of {capacity}', { sold: row.sold, capacity: row.capacity }),
                    // A seat is sold as long as its ticket is active or in a refund.
                    to:
                      may('orders.see') && row.sold === row.tickets + row.in_refund
                        ? ticketsAt(row, 'sold')
                        : undefined,
                  },
                  { words: String(row.held) },
                  leftOf(row) === null ? null : { words: leftOf(row)! },
                  { words: String(row.tickets), to: may('orders.see') ? ticketsAt(row, 'active') : undefined },
                  { words: String(row.in_refund), to: may('orders.see') ? ticketsAt(row, 'refund') : undefined },
                ],
              }))}
            />
          )}
        </Panel>
      )}
    </ReportPage>
  );
}
