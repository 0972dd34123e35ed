import type { Shop } from '#features/shop-config/server/public.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent, MailPart, MailText } from '#platform/mail/mail-content.ts';
import { type MailLook, mailLook } from '#platform/mail/mail-look.ts';
import type { Matter } from '../domain/matter.ts';
import { GROUPS, groupOf, type InboxGroup } from '../domain/who-sees.ts';
import { groupName } from '../words/group-names.ts';
import { type MatterWriting, matterFacts, matterSentence } from '../words/matter-words.ts';

export interface NoticeLook {
  readonly recipient: string;
  readonly mail: MailLook;
  readonly writing: MatterWriting;
  /** The page that lists the same matters. */
  readonly inboxUrl: string;
}

const MAX_PER_GROUP = 10;
const DOCTOR = 'npm run shop -- doctor';

export function noticeLook(
  shop: Shop,
  { shopUrl, officeUrl }: { readonly shopUrl: string; readonly officeUrl: string },
): NoticeLook {
  const { locale, timezone, currency, currencyDigits, operator } = shop.public;
  const mail = mailLook(shop, shopUrl);
  return {
    recipient: shop.private.noticesEmail ?? operator.email,
    mail,
    writing: { language: mail.language, locale, timezone, currency, currencyDigits },
    inboxUrl: `${officeUrl}/office/inbox`,
  };
}

/** The mail about new urgent matters. */
export function urgentMail(look: NoticeLook, matters: readonly Matter[]): MailContent {
  const { text } = look.mail.language;
  const [first] = matters;
  const isOne = matters.length === 1;
  const subject = isOne
    ? text('Needs you: {what}', { what: matterSentence(first!, look.writing) })
    : countOf(look, matters.length);
  return noticeMail(look, matters, {
    subject,
    title: isOne ? text('This needs you') : subject,
    preheader: isOne ? matterFacts(first!, look.writing).join(' · ') || look.mail.name : headingsOf(look, matters),
  });
}

/** The morning's mail about all open matters. */
export function digestMail(look: NoticeLook, matters: readonly Matter[]): MailContent {
  const { text } = look.mail.language;
  const what = countOf(look, matters.length);
  return noticeMail(look, matters, {
    subject: text('This morning at {shop}: {what}', { shop: look.mail.name, what }),
    title: what,
    preheader: headingsOf(look, matters),
  });
}

const countOf = ({ mail }: NoticeLook, count: number): string =>
  mail.language.countText(count, { one: '{count} thing needs you', other: '{count} things need you' });

function noticeMail(
  look: NoticeLook,
  matters: readonly Matter[],
  head: { readonly subject: string; readonly title: string; readonly preheader: string },
): MailContent {
  const { text, textNodes } = look.mail.language;
  const [first] = matters;
  const place = matters.length === 1 ? `/${encodeURIComponent(first!.key)}` : '';
  return composeMail(look.mail, {
    ...head,
    parts: [
      ...groupsOf(matters).flatMap(([group, ofGroup]) => listOfGroup(look, group, ofGroup)),
      { kind: 'button', label: text('Open the inbox'), url: `${look.inboxUrl}${place}` },
    ],
    stub: textNodes('On the server, {command} shows the details.', { command: { strong: DOCTOR } }),
    reason: text('You are receiving this email because {shop} writes to this address when something needs attention.', {
      shop: look.mail.name,
    }),
  });
}

/** Groups the matters in the inbox's order. */
function groupsOf(matters: readonly Matter[]): [InboxGroup, Matter[]][] {
  const byGroup = Map.groupBy(matters, (matter) =>
    groupOf(matter.kind, matter.kind === 'money_to_settle' ? matter.details.attention : null),
  );
  return GROUPS.flatMap((group): [InboxGroup, Matter[]][] =>
    byGroup.has(group) ? [[group, byGroup.get(group)!]] : [],
  );
}

const headingsOf = ({ mail, writing }: NoticeLook, matters: readonly Matter[]): string =>
  groupsOf(matters)
    .map(([group, ofGroup]) => `${groupName(writing.language, group)}: ${ofGroup.length}`)
    .join(' · ')
    .slice(0, 200) || mail.name;

function listOfGroup({ mail, writing }: NoticeLook, group: InboxGroup, ofGroup: readonly Matter[]): MailPart[] {
  const { text } = mail.language;
  const more = ofGroup.length - MAX_PER_GROUP;
  return [
    { kind: 'heading', text: groupName(writing.language, group) },
    {
      kind: 'list',
      items: [
        ...ofGroup.slice(0, MAX_PER_GROUP).map((matter) => lineOf(matter, writing)),
        ...(more > 0 ? [text('and {count} more', { count: more })] : []),
      ],
    },
  ];
}

function lineOf(matter: Matter, writing: MatterWriting): MailText {
  const facts = matterFacts(matter, writing).join(' · ');
  return [{ strong: matterSentence(matter, writing) }, ...(facts ? [` · ${facts}`] : [])];
}
