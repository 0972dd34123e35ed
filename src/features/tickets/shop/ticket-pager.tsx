import { type MouseEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import { classNames } from '#ui/class-names.ts';
import { Code } from '#ui/code.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import QrCode from '#ui/qr-code.tsx';
import type { Ticket, TicketToShow } from '../contract.ts';
import { printedCode } from '../domain/printed-code.ts';
import styles from './show-tickets.module.css';

export type ShownTicket = Ticket & TicketToShow;

export interface TicketPagerProps {
  tickets: readonly ShownTicket[];
  checkedAt: string;
  /** Called once the tickets are rendered as they were at `checkedAt`. */
  onRendered: (checkedAt: string) => void;
}

/**
 * Shows one ticket at a time; swiping, links and arrow keys move to the others. Everything but the keys must work
 * without scripts, because the browser keeps a copy of this markup.
 */
export default function TicketPager({ tickets, checkedAt, onRendered }: TicketPagerProps) {
  const { text } = useLanguage();
  const pager = useRef<HTMLDivElement>(null);
  const rendered = useEffectEvent(onRendered);
  useEffect(() => rendered(checkedAt), [checkedAt]);

  useLayoutEffect(() => ticketOf(location.hash)?.scrollIntoView(WITHOUT_MOTION), []);
  useArrowKeys(pager);
  usePlaceInAddress(pager, tickets.length);

  return (
    <section ref={pager} className={styles.pager} data-pager aria-label={text('Tickets')}>
      {tickets.map((ticket, index) => (
        <TicketCard
          key={ticket.code}
          ticket={ticket}
          number={index + 1}
          count={tickets.length}
          before={tickets[index - 1]}
          after={tickets[index + 1]}
        />
      ))}
    </section>
  );
}

interface TicketCardProps {
  ticket: ShownTicket;
  number: number;
  count: number;
  before: ShownTicket | undefined;
  after: ShownTicket | undefined;
}

function TicketCard({ ticket, number, count, before, after }: TicketCardProps) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const code = printedCode(ticket.code);
  const facts = [
    { label: text('Age'), value: ticket.age && (config.ageRanges[ticket.age] ?? ticket.age) },
    { label: text('Meeting point'), value: ticket.travel_time && ticket.meeting_point },
    { label: text('Entrance'), value: !ticket.travel_time && ticket.entrance },
    { label: text('Gate times'), value: !ticket.travel_time && ticket.gate_times },
  ].filter((fact): fact is { label: string; value: string } => Boolean(fact.value));
  return (
    <article id={ticket.code} className={styles.ticket} aria-labelledby={`${ticket.code}-holder`}>
      <h2 id={`${ticket.code}-holder`} className={styles.holder} tabIndex={-1}>
        {ticket.full_name}
      </h2>
      <p className={styles.product}>{ticket.product}</p>
      {/* The meeting point has its own row. */}
      {fullWhenAndWhere(language, { ...ticket, meeting_point: undefined }, config).map((fact) => (
        <p key={fact} className={styles.fact}>
          {fact}
        </p>
      ))}
      <div className={styles.qr}>
        <QrCode text={ticket.qr_text} label={text('QR code for admission, ticket code {code}', { code })} />
      </div>
      <p className={styles.code}>
        <Code>{code}</Code>
      </p>
      {count > 1 && (
        <div className={styles.links}>
          <PagerLink to={before} label={text('Previous')} />
          <p>{text('{number} of {count}', { number, count })}</p>
          <PagerLink to={after} label={text('Next')} />
        </div>
      )}
      {facts.length > 0 && <FactList facts={facts} layout="beside" />}
    </article>
  );
}

function PagerLink({ to, label }: { to: ShownTicket | undefined; label: string }) {
  if (!to) return <span className={classNames(styles.link, styles.noLink)} aria-hidden="true" />;
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    show(document.getElementById(to.code));
  };
  return (
    <a href={`#${to.code}`} className={styles.link} onClick={onClick} aria-label={`${label}: ${to.full_name}`}>
      {label}
    </a>
  );
}

const WITHOUT_MOTION = { behavior: 'instant', block: 'nearest', inline: 'center' } as const;

/**
 * Returns the ticket that the fragment names. The fragment is not decoded: ticket codes need no decoding, and decoding
 * a mistyped one might throw.
 */
const ticketOf = (hash: string): HTMLElement | null => document.getElementById(hash.slice(1));

/** Scrolls to a ticket (smoothly, if CSS says so), and moves focus to its holder, so that screen readers follow. */
function show(ticket: HTMLElement | null): void {
  if (!ticket) return;
  ticket.scrollIntoView({ block: 'nearest', inline: 'center' });
  ticket.querySelector('h2')?.focus({ preventScroll: true });
}

/** The ticket in the middle of the pager. */
function shownIn(pager: HTMLElement): Element | undefined {
  const { left, width } = pager.getBoundingClientRect();
  return [...pager.children].find((ticket) => {
    const box = ticket.getBoundingClientRect();
    return box.left <= left + width / 2 && box.right >= left + width / 2;
  });
}

function useArrowKeys(pager: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shown = pager.current && shownIn(pager.current);
      if (!shown || event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog, [role=dialog]'))
        return;
      const next =
        event.key === 'ArrowRight'
          ? shown.nextElementSibling
          : event.key === 'ArrowLeft'
            ? shown.previousElementSibling
            : null;
      if (!(next instanceof HTMLElement)) return;
      event.preventDefault();
      show(next);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [pager]);
}

/** Puts the shown ticket into the address, so that a reload returns to it. */
function usePlaceInAddress(pager: { readonly current: HTMLElement | null }, count: number): void {
  useEffect(() => {
    const element = pager.current;
    if (!element || count < 2) return;
    let timer: ReturnType<typeof setTimeout>;
    const write = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const shown = shownIn(element);
        if (shown) history.replaceState(history.state, '', `#${shown.id}`);
      }, 150);
    };
    element.addEventListener('scroll', write, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', write);
    };
  }, [pager, count]);
}
