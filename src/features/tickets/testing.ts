import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { ItemPolicy } from './domain/item-policy.ts';
import type { TicketDocument } from './server/ticket-document.ts';

/** Allows everything, without deadlines. */
export const makePolicy = (over: Partial<ItemPolicy> = {}): ItemPolicy => ({
  isRefundable: true,
  allowRefundRequestsFrom: null,
  allowRefundRequestsUntil: null,
  refundFee: 0,
  allowNameChanges: true,
  allowNameChangesUntil: null,
  nameChangeLimit: null,
  allowEmailChanges: true,
  allowTravelTimeChangesUntil: null,
  travelTimeType: null,
  ...over,
});

const makeFrozenItem = (over: Partial<FrozenItem> = {}): FrozenItem => ({
  ...makePolicy(),
  externalCode: 'pass',
  kind: 'tickets',
  name: 'Festival Pass',
  type: 'ticket',
  eventId: null,
  eventName: null,
  paymentPlan: [],
  ageOptions: [],
  image: '/media/pass',
  timezone: 'Europe/Amsterdam',
  travelTime: null,
  ...over,
});

/** The document of a coach ticket, without pictures, meeting point and facts for the gate. */
export const makeTicketDocument = (over: Partial<TicketDocument> = {}): TicketDocument => ({
  code: '7KQ2MX4PHT9WC3VBN',
  qrText: `T1:${'A'.repeat(140)}`,
  orderCode: 'SLK-2H9C4T',
  place: { number: 1, of: 1 },
  product: 'Coach from Amsterdam, return',
  typeLabel: 'Coach',
  fullName: 'Mila Okonkwo',
  ageLabel: '25 to 34',
  event: {
    name: 'Sandlark 2027',
    startsAt: new Date('2027-07-22T10:00:00Z'),
    endsAt: new Date('2027-07-25T22:00:00Z'),
    timezone: 'Europe/Amsterdam',
    venue: 'Larkduin Beach Park',
    address: 'Noorderzand, Netherlands',
  },
  gate: { entrance: null, times: null, bring: null },
  nameRule: { kind: 'open', until: '2027-07-20T16:00:00Z' },
  travelTime: new Date('2027-07-22T07:30:00Z'),
  meetingPoint: null,
  timezone: 'Europe/Amsterdam',
  picture: null,
  issuedAt: new Date('2027-02-01T12:00:00Z'),
  shop: {
    name: 'Sandlark',
    locale: 'en-GB',
    operator: { name: 'Stichting Sandlark', email: 'hello@sandlark.example', address: ['Zandpad 1'] },
    logo: null,
    brandColor: null,
    accentColor: null,
  },
  ...over,
});

/** The parts of a shop's configuration that tickets read. */
export const makeTicketShop = (): Shop => {
  const shop = {
    public: {
      name: 'Sandlark',
      locale: 'en-GB',
      imageFormats: ['avif', 'webp', 'jpg'],
      productTypes: { ticket: 'Ticket', transport: 'Coach' },
      ageRanges: { '25-34': '25 to 34' },
      operator: { name: 'Stichting Sandlark', email: 'hello@sandlark.example', address: ['Zandpad 1'] },
      logo: null,
      logoDark: null,
      theme: { brandColor: null, accentColor: null, colorScheme: 'light' },
    },
    private: { mailSender: { name: 'Sandlark', email: 'tickets@sandlark.example' } },
  };
  return shop as unknown as Shop;
};

export interface GivenItem {
  externalCode?: string;
  kind?: 'tickets' | 'merchandise';
  name?: string;
  type?: string;
  eventId?: number | null;
  travelTimeType?: 'fixed' | 'selectable' | null;
  travelTime?: Date | null;
  details?: Record<string, unknown>;
}

let count = 0;

/** A stored customer; the email is new by default. */
export async function givenCustomer(db: Queryable, email = `customer-${++count}@example.org`): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into customers (email, email_key, full_name, created_at)
     values ($1, lower($1), 'Mila Okonkwo', '2027-01-01T00:00:00Z')
     returning id`,
    [email],
  );
  return row!.id;
}

export async function givenEvent(db: Queryable, startsAt: string, endsAt: string): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into events (code, name, starts_at, ends_at, timezone, venue, address)
     values ($1, 'Sandlark 2027', $2, $3, 'Europe/Amsterdam', 'Larkduin Beach Park', 'Noorderzand, Netherlands')
     returning id`,
    [`event-${++count}`, startsAt, endsAt],
  );
  return row!.id;
}

/** A stored catalogue item with unlimited stock. */
export async function givenItem(db: Queryable, item: GivenItem = {}): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into shop_items (external_code, kind, name, type, event_id, position, price, fee, tax_basis_points,
       travel_time_type, travel_time, timezone, details)
     values ($1, $2, $3, $4, $5, 1, 18900, 950, 900, $6, $7, 'Europe/Amsterdam', $8)
     returning id`,
    [
      item.externalCode ?? `item-${++count}`,
      item.kind ?? 'tickets',
      item.name ?? 'Festival Pass',
      item.type ?? 'ticket',
      item.eventId ?? null,
      item.travelTimeType ?? null,
      item.travelTime ?? null,
      JSON.stringify(item.details ?? {}),
    ],
  );
  return row!.id;
}

export async function givenDeparture(
  db: Queryable,
  itemId: number,
  departsAt: string,
  counts: { capacity?: number | null; sold?: number; isActive?: boolean } = {},
): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into departures (item_id, code, departs_at, capacity, capacity_wanted, sold, is_active)
     values ($1, $2, $3, $4, $4, $5, $6)
     returning id`,
    [itemId, `departure-${++count}`, departsAt, counts.capacity ?? null, counts.sold ?? 0, counts.isActive ?? true],
  );
  return row!.id;
}

interface GivenLine {
  itemId: number;
  departureId?: number | null;
  kind?: 'tickets' | 'merchandise';
  price?: number;
  fee?: number;
  discountShare?: number;
  fullName?: string;
  email?: string;
  age?: string | null;
  frozen?: Partial<FrozenItem>;
}

export interface GivenOrder {
  customerId: number;
  lines: readonly GivenLine[];
  paymentStatus?: string;
  isTermsAccepted?: boolean;
  shippingAmount?: number;
  discountAmount?: number;
}

/** Stores a web order with its lines, without issued items, and returns its id. */
export async function givenOrder(db: Queryable, order: GivenOrder): Promise<number> {
  count += 1;
  const items = order.lines.reduce((total, line) => total + (line.price ?? 18_900) + (line.fee ?? 950), 0);
  const shipping = order.shippingAmount ?? 0;
  const discount = order.discountAmount ?? 0;
  const terms = order.isTermsAccepted === false ? null : await givenTerms(db);
  const row = await db.row<{ id: number }>(
    `insert into orders (code, checksum, customer_id, channel, created_at, payment_method, payment_status, items_total,
       shipping_amount, discount_amount, total_price, customer_name, customer_email, billing_country, billing_address,
       terms_version_id, terms_accepted_at)
     values ($1, $2, $3, 'web', '2027-01-02T00:00:00Z', 'credit_card', $4, $5, $6, $7, $8, 'Mila Okonkwo',
       'mila@example.org', 'NL', '{}', $9, $10)
     returning id`,
    [
      `SLK-T${count}`,
      `checksum-${count}`,
      order.customerId,
      order.paymentStatus ?? 'paid',
      items,
      shipping,
      discount,
      items + shipping - discount,
      terms,
      terms === null ? null : '2027-01-02T00:00:00Z',
    ],
  );
  for (const [index, line] of order.lines.entries()) {
    const isTicket = (line.kind ?? 'tickets') === 'tickets';
    await db.run(
      `insert into order_lines (order_id, position, item_id, departure_id, kind, price, fee, discount_share,
         tax_basis_points, full_name, email, age, frozen)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 900, $9, $10, $11, $12)`,
      [
        row!.id,
        index + 1,
        line.itemId,
        line.departureId ?? null,
        line.kind ?? 'tickets',
        line.price ?? 18_900,
        line.fee ?? 950,
        line.discountShare ?? 0,
        isTicket ? (line.fullName ?? 'Mila Okonkwo') : null,
        isTicket ? (line.email ?? 'mila@example.org') : null,
        isTicket ? (line.age ?? null) : null,
        JSON.stringify(makeFrozenItem({ kind: line.kind ?? 'tickets', ...line.frozen })),
      ],
    );
  }
  return row!.id;
}

async function givenTerms(db: Queryable): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into terms_versions (version, html, published_at)
     values ('1', '<p>Terms</p>', '2027-01-01T00:00:00Z')
     on conflict (version) do update set html = excluded.html
     returning id`,
  );
  return row!.id;
}
