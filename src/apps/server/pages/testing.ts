/** A node of the structured data. */
export type Thing = { '@type': string; [property: string]: unknown };

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.trim() !== '';
const address: Check = (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
const moment: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
const oneOf =
  (...names: string[]): Check =>
  (value) =>
    names.some((name) => value === `https://schema.org/${name}`);
const each =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? value.length > 0 && value.every(check) : check(value);
const a =
  (...types: string[]): Check =>
  (value) =>
    types.includes((value as Thing | null)?.['@type'] ?? '');
const orText =
  (check: Check): Check =>
  (value) =>
    text(value) || check(value);

/** By type: properties that search engines require (`!`) or recommend, and others of schema.org that the shop uses. */
const TYPES: Record<string, Record<string, Check>> = {
  Event: {
    'name!': text,
    'startDate!': moment,
    'location!': a('Place'),
    endDate: moment,
    eventStatus: oneOf('EventScheduled', 'EventCancelled', 'EventPostponed', 'EventRescheduled', 'EventMovedOnline'),
    eventAttendanceMode: oneOf('OfflineEventAttendanceMode', 'OnlineEventAttendanceMode', 'MixedEventAttendanceMode'),
    description: text,
    image: each(address),
    offers: each(a('Offer')),
    organizer: a('Organization', 'Person'),
    url: address,
  },
  Place: { name: text, 'address!': orText(a('PostalAddress')) },
  Product: {
    'name!': text,
    'offers!': each(a('Offer')),
    image: each(address),
    description: text,
    sku: text,
    brand: a('Brand', 'Organization'),
    category: text,
    isRelatedTo: a('Event', 'Product', 'Service'),
    url: address,
  },
  Offer: {
    'price!': (value) => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value),
    'priceCurrency!': (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
    'availability!': oneOf('InStock', 'SoldOut', 'OutOfStock', 'LimitedAvailability', 'PreOrder'),
    'url!': address,
    name: text,
    seller: a('Organization', 'Person'),
  },
  Organization: {
    'name!': text,
    'url!': address,
    logo: address,
    email: (value) => typeof value === 'string' && /^\S+@\S+$/.test(value),
    address: orText(a('PostalAddress')),
    sameAs: each(address),
  },
  Brand: { 'name!': text },
  BreadcrumbList: { 'itemListElement!': (value) => Array.isArray(value) && value.length > 1 && isCounted(value) },
  ListItem: { 'position!': Number.isInteger as Check, 'name!': text, 'item!': address },
  WebPage: { 'name!': text, 'url!': address, description: text, inLanguage: text, isPartOf: a('WebSite') },
  WebSite: { 'name!': text, 'url!': address },
};

const isCounted = (items: unknown[]): boolean => items.every((item, index) => (item as Thing).position === index + 1);

/** Returns the mistakes in structured data as sentences. */
export function validateThing(thing: Thing): string[] {
  const topLevel = thing['@context'] === 'https://schema.org' ? [] : ['@context is missing'];
  return [...topLevel, ...thingsOf(thing).flatMap(validateNode)];
}

function validateNode(node: Thing): string[] {
  const type = node['@type'];
  const rules = TYPES[type];
  if (!rules) return [`${type} is not a known type`];
  const missing = Object.keys(rules).filter((name) => name.endsWith('!') && !(name.slice(0, -1) in node));
  const wrong = Object.entries(node)
    .filter(([name]) => !name.startsWith('@'))
    .filter(([name, value]) => !(rules[name] ?? rules[`${name}!`])?.(value))
    .map(([name, value]) => `${type}.${name} is ${JSON.stringify(value)}`);
  return [...missing.map((name) => `${type}.${name.slice(0, -1)} is missing`), ...wrong];
}

export function thingsOf(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(thingsOf);
  if (value === null || typeof value !== 'object') return [];
  const inside = Object.values(value).flatMap(thingsOf);
  return '@type' in value ? [value as Thing, ...inside] : inside;
}
