import type { OfficeAnswer } from '#browser/office-calls.ts';
import { formatDay } from '#kernel/dates.ts';
import { inGroups } from '#kernel/in-groups.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import type { Tone } from '#ui/tone.ts';
import { sumsByCurrency } from '../domain/sums-by-currency.ts';
import { statementMoney } from './statement-money.ts';
import styles from './statements.module.css';
import { whyBalanceUnknown, whyGapUnknown } from './why-unchecked.ts';

type Import = OfficeAnswer<'statement-import'>;
type Statement = Import['statements'][number];

interface Check {
  key: string;
  tone: Tone;
  name: string;
  detail: string;
  /** The earlier import that the check is about. */
  to?: number;
}

/** Shows whether the file is for the shop's account, follows the previous one, and adds up. */
export function StatementChecks({ statement: { statements, lines } }: { statement: Import }) {
  const { text } = useLanguage();
  const checksOf = useChecks();
  return (
    <Panel heading={text('Checks')} hidesHeading>
      {statements.map((statement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <ul key={index} className={styles.checks} aria-label={statement.file}>
          {checksOf(statement, statements.length === 1 ? lines : null).map(({ key, tone, name, detail, to }) => (
            <li key={key}>
              <StatusChip tone={tone}>{name}</StatusChip>
              <small>{to === undefined ? detail : <Link to={`/money/statements/${to}`}>{detail}</Link>}</small>
            </li>
          ))}
        </ul>
      ))}
    </Panel>
  );
}

/** The balances do not include money in other currencies. */
const sumOf = (lines: Import['lines'], own: string): number =>
  sumsByCurrency(lines, own).find(({ currency }) => currency === own)?.amount ?? 0;

function useChecks() {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const day = (iso: string) => formatDay(`${iso}T12:00:00Z`, { ...settings, timezone: 'UTC' });
  return (statement: Statement, lines: Import['lines'] | null): Check[] => {
    const { account, is_own: isOwn, follows, before, opening, closing, currency, is_balanced: isBalanced } = statement;
    const sum = lines && sumOf(lines, currency ?? settings.currency);
    const money = (amount: number) => statementMoney(amount, currency, settings);
    const accountCheck: Check = {
      key: 'account',
      tone: isOwn === false ? 'bad' : isOwn ? 'ok' : 'neutral',
      name: isOwn === false ? text('Not your account') : isOwn ? text('Your account') : text('Account'),
      detail: account === null ? text('The file has no account number') : inGroups(account),
    };
    const followNames: Record<Statement['follows'], { tone: Tone; name: string; detail: string }> = {
      first: { tone: 'neutral', name: text('First file'), detail: text('of this account') },
      follows: {
        tone: 'ok',
        name: text('No gap'),
        detail: before ? text('follows {day}', { day: day(before.last_day) }) : '',
      },
      gap: {
        tone: 'bad',
        name: text('Gap'),
        detail:
          before?.closing != null
            ? text('{day} ended with {amount}', { day: day(before.last_day), amount: money(before.closing) })
            : '',
      },
      overlaps: {
        tone: 'info',
        name: text('Overlap'),
        detail: before ? text('{day} was already imported', { day: day(before.last_day) }) : '',
      },
      unknown: { tone: 'neutral', name: text('Gap unknown'), detail: whyGapUnknown(statement, language) },
    };
    const balance: Check = {
      key: 'balance',
      tone: isBalanced ? 'ok' : 'neutral',
      name: isBalanced ? text('Balances agree') : text('Balance unknown'),
      detail:
        !isBalanced || opening === null || closing === null
          ? whyBalanceUnknown(statement, lines, language)
          : sum === null
            ? text('{opening} to {closing}', { opening: money(opening), closing: money(closing) })
            : `${money(opening)} ${sum < 0 ? '−' : '+'} ${money(Math.abs(sum))} = ${money(closing)}`,
    };
    return [accountCheck, { key: 'follows', ...followNames[follows], ...(before && { to: before.import }) }, balance];
  };
}
