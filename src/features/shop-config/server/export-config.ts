import type { ExportedPictures } from './export-pictures.ts';
import { amountInFolder, filled, labelsInFolder, percentInFolder, taxInFolder } from './export-values.ts';
import { csvMapInFolder } from './folder/schema/statement-csv-file.ts';
import type { StoredConfig } from './shop-state-store.ts';

/** Keeps the operator's order of labels. */
export async function configInFolder(
  config: StoredConfig,
  pictures: ExportedPictures,
): Promise<Record<string, unknown>> {
  const { public: open, private: hidden } = config;
  const labels = (name: Labels) => labelsInFolder(open[name], config.labelOrder[name] ?? Object.keys(open[name]));
  const { vatNumber, registrationNumber, note } = hidden.invoice;
  return filled({
    name: open.name,
    tagline: open.texts.tagline,
    hero_line: open.texts.heroLine,
    description: open.texts.description,
    locale: open.locale,
    timezone: open.timezone,
    currency: open.currency,
    currency_digits: open.currencyDigits,
    refunds:
      hidden.refundWay || hidden.secondPersonAbove !== undefined
        ? filled({
            way: hidden.refundWay,
            second_person_above:
              hidden.secondPersonAbove === undefined
                ? undefined
                : amountInFolder(hidden.secondPersonAbove, open.currencyDigits),
          })
        : undefined,
    active: { shop: open.shopActive, merchandise: open.merchandiseActive, refunds: open.refundsActive },
    day_zero: config.dayZeroRule,
    terms_version: open.termsVersion,
    operator: filled({
      ...open.operator,
      notices_email: hidden.noticesEmail,
      vat_number: vatNumber,
      registration_number: registrationNumber,
      invoice_note: note,
      bank_iban: hidden.payer?.bankIban,
      bank_bic: hidden.payer?.bankBic,
    }),
    mail: { sender_name: hidden.mailSender.name, sender_email: hidden.mailSender.email },
    website: open.website,
    social: filled({
      facebook: open.socialFacebook,
      instagram: open.socialInstagram,
      x: open.socialX,
      youtube: open.socialYoutube,
    }),
    tracking_pixel_id: open.trackingPixelId,
    orders: {
      code_prefix: hidden.orderPrefix,
      cart_minutes: open.cartMinutes,
      restock_refunds: hidden.restockRefunds,
      channels: hidden.channels,
    },
    retention: hidden.retention && {
      mail_days: hidden.retention.mailDays ?? 'never',
      payment_days: hidden.retention.paymentDays ?? 'never',
      refund_days: hidden.retention.refundDays,
      holder_months: hidden.retention.holderMonths ?? 'never',
      invoice_years: hidden.retention.invoiceYears ?? 'never',
    },
    payment: filled({
      gateway: open.paymentGateway,
      credit_card: open.shopPaymentCreditCard,
      credit_card_max_attempts: open.shopPaymentCreditCardMaxAttempts,
      card_hold_minutes: hidden.cardHoldMinutes,
      card_link_hours: hidden.cardLinkHours,
      bank_transfer: open.shopPaymentBankTransfer,
      bank_transfer_account: open.shopPaymentBankTransferAccount && filled(open.shopPaymentBankTransferAccount),
      bank_transfer_countries: open.shopPaymentBankTransferCountries,
      bank_transfer_days: hidden.bankTransferDays,
      bank_transfer_grace_days: hidden.bankTransferGraceDays,
      bank_transfer_days_before_event: hidden.bankTransferDaysBeforeEvent,
      plan_grace_days: hidden.planGraceDays,
      plan_overdue: hidden.planOverdue,
      methods: labels('paymentMethods'),
    }),
    bank_statements: hidden.bankStatements && {
      accounts: hidden.bankStatements.accounts,
      csv: Object.fromEntries(
        Object.entries(hidden.bankStatements.csv).map(([name, map]) => [name, csvMapInFolder(map)]),
      ),
    },
    tax: {
      tickets: percentInFolder(hidden.taxBasisPoints.tickets),
      merchandise: taxInFolder({
        taxBasisPoints: hidden.taxBasisPoints.merchandise,
        taxByCountry: hidden.taxByCountry,
      }),
    },
    invoices: { advance_payments: hidden.invoice.advancePayments ?? false },
    countries: open.countries,
    iban_countries: open.ibanCountries,
    shipping: shippingInFolder(config),
    address_lines: open.addressLines.map(filled),
    product_types: labels('productTypes'),
    merchandise_types: labels('merchandiseTypes'),
    type_plurals: open.typePlurals ?? {},
    age_ranges: labelsInFolder(open.ageRanges, open.ageRangeKeys),
    payment_statuses: labels('paymentStatuses'),
    instalment_statuses: labels('instalmentStatuses'),
    ticket_statuses: labels('ticketStatuses'),
    merchandise_statuses: labels('merchandiseStatuses'),
    refund_statuses: labels('refundStatuses'),
    show_out_of_stock: open.displayOutOfStock !== 0,
    ambassadors: { url: open.ambassadorsUrl, label: open.ambassadorsLabel, title: open.texts.ambassadorsTitle },
    texts: {
      under_construction_title: open.texts.underConstructionTitle,
      under_construction: open.texts.underConstructionHtml,
      out_of_stock: open.texts.outOfStock,
    },
    images: filled({
      logo: open.logo && (await pictures.ofSite(open.logo.url)),
      logo_dark: open.logoDark && (await pictures.ofSite(open.logoDark.url)),
      icon: open.icon && (await pictures.ofIcon(open.icon)),
      banner: open.banner && (await pictures.ofSite(open.banner.url)),
      banner_mobile: open.bannerMobile && (await pictures.ofSite(open.bannerMobile.url)),
    }),
    cards: {
      tickets: await cardInFolder(open.cards.tickets, pictures),
      merchandise: await cardInFolder(open.cards.merchandise, pictures),
      portal: await cardInFolder(open.cards.portal, pictures),
    },
    theme: filled({
      brand_color: open.theme.brandColor,
      accent_color: open.theme.accentColor,
      font_display: open.theme.fontDisplay,
      font_text: open.theme.fontText,
      font_stylesheet: open.theme.fontStylesheet,
      radius: open.theme.radius,
      color_scheme: open.theme.colorScheme,
    }),
    fonts: await fontsInFolder(open.theme, pictures),
  });
}

async function fontsInFolder(
  { headingFont, bodyFont }: StoredConfig['public']['theme'],
  pictures: ExportedPictures,
): Promise<Record<string, unknown> | undefined> {
  if (!headingFont && !bodyFont) return undefined;
  return filled({
    heading: headingFont && (await pictures.ofFont(headingFont.url)),
    body: bodyFont && (await pictures.ofFont(bodyFont.url)),
  });
}

type Labels =
  | 'paymentMethods'
  | 'productTypes'
  | 'merchandiseTypes'
  | 'paymentStatuses'
  | 'instalmentStatuses'
  | 'ticketStatuses'
  | 'merchandiseStatuses'
  | 'refundStatuses';

const cardInFolder = async (
  card: StoredConfig['public']['cards']['tickets'],
  pictures: ExportedPictures,
): Promise<Record<string, unknown>> =>
  filled({ title: card.title, text: card.text, image: card.image && (await pictures.ofItem(card.image)) });

function shippingInFolder({ public: open, private: hidden }: StoredConfig): Record<string, unknown>[] {
  const byRate = Map.groupBy(Object.entries(hidden.shippingRates), ([, rate]) =>
    JSON.stringify([rate.name, rate.type, rate.price]),
  );
  return [...byRate.values()].map((entries) => {
    const { name, type, price } = entries[0]![1];
    const countries = entries.map(([country]) => country).sort();
    return { name, type, countries, price: amountInFolder(price, open.currencyDigits) };
  });
}

/** Leaves out empty optional pages. */
export function pagesInFolder({ public: { texts } }: StoredConfig): Record<string, string> {
  const optional = {
    accessibility: texts.accessibilityHtml ?? '',
    'bank-transfer': texts.bankTransferHtml,
    'bank-transfer-instalment': texts.bankTransferInstalmentHtml ?? '',
    ambassadors: texts.ambassadorsHtml,
  };
  return {
    'cookie-policy': texts.cookiePolicyHtml,
    faqs: texts.faqsHtml,
    'privacy-policy': texts.privacyPolicyHtml,
    'security-statement': texts.securityStatementHtml,
    'terms-conditions': texts.termsConditionsHtml,
    ...Object.fromEntries(Object.entries(optional).filter(([, html]) => html !== '')),
  };
}
