import type { ExportedPictures } from './export-pictures.ts';
import { amountInFolder, labelsInFolder, percentInFolder, taxInFolder, withoutEmpty } from './export-values.ts';
import { csvMapInFolder } from './folder/schema/statement-csv-file.ts';
import type { StoredConfig } from './shop-state-store.ts';

/** Returns the content of shop.yaml, with labels in the operator's order. */
export async function configInFolder(
  config: StoredConfig,
  pictures: ExportedPictures,
): Promise<Record<string, unknown>> {
  const { public: publicConfig, private: privateConfig } = config;
  const labels = (name: Labels) =>
    labelsInFolder(publicConfig[name], config.labelOrder[name] ?? Object.keys(publicConfig[name]));
  const { vatNumber, registrationNumber, note } = privateConfig.invoice;
  return withoutEmpty({
    name: publicConfig.name,
    tagline: publicConfig.texts.tagline,
    hero_line: publicConfig.texts.heroLine,
    description: publicConfig.texts.description,
    locale: publicConfig.locale,
    timezone: publicConfig.timezone,
    currency: publicConfig.currency,
    currency_digits: publicConfig.currencyDigits,
    refunds:
      privateConfig.refundWay || privateConfig.secondPersonAbove !== undefined
        ? withoutEmpty({
            way: privateConfig.refundWay,
            second_person_above:
              privateConfig.secondPersonAbove === undefined
                ? undefined
                : amountInFolder(privateConfig.secondPersonAbove, publicConfig.currencyDigits),
          })
        : undefined,
    active: {
      shop: publicConfig.shopActive,
      merchandise: publicConfig.merchandiseActive,
      refunds: publicConfig.refundsActive,
    },
    day_zero: config.dayZeroRule,
    terms_version: publicConfig.termsVersion,
    operator: withoutEmpty({
      ...publicConfig.operator,
      notices_email: privateConfig.noticesEmail,
      vat_number: vatNumber,
      registration_number: registrationNumber,
      invoice_note: note,
      bank_iban: privateConfig.payer?.bankIban,
      bank_bic: privateConfig.payer?.bankBic,
    }),
    mail: { sender_name: privateConfig.mailSender.name, sender_email: privateConfig.mailSender.email },
    website: publicConfig.website,
    social: withoutEmpty({
      facebook: publicConfig.socialFacebook,
      instagram: publicConfig.socialInstagram,
      x: publicConfig.socialX,
      youtube: publicConfig.socialYoutube,
    }),
    tracking_pixel_id: publicConfig.trackingPixelId,
    orders: {
      code_prefix: privateConfig.orderPrefix,
      cart_minutes: publicConfig.cartMinutes,
      restock_refunds: privateConfig.restockRefunds,
      channels: privateConfig.channels,
    },
    retention: privateConfig.retention && {
      mail_days: privateConfig.retention.mailDays ?? 'never',
      payment_days: privateConfig.retention.paymentDays ?? 'never',
      refund_days: privateConfig.retention.refundDays,
      holder_months: privateConfig.retention.holderMonths ?? 'never',
      invoice_years: privateConfig.retention.invoiceYears ?? 'never',
    },
    payment: withoutEmpty({
      gateway: publicConfig.paymentGateway,
      credit_card: publicConfig.shopPaymentCreditCard,
      credit_card_max_attempts: publicConfig.shopPaymentCreditCardMaxAttempts,
      card_hold_minutes: privateConfig.cardHoldMinutes,
      card_link_hours: privateConfig.cardLinkHours,
      bank_transfer: publicConfig.shopPaymentBankTransfer,
      bank_transfer_account:
        publicConfig.shopPaymentBankTransferAccount && withoutEmpty(publicConfig.shopPaymentBankTransferAccount),
      bank_transfer_countries: publicConfig.shopPaymentBankTransferCountries,
      bank_transfer_days: privateConfig.bankTransferDays,
      bank_transfer_grace_days: privateConfig.bankTransferGraceDays,
      bank_transfer_days_before_event: privateConfig.bankTransferDaysBeforeEvent,
      plan_grace_days: privateConfig.planGraceDays,
      plan_overdue: privateConfig.planOverdue,
      methods: labels('paymentMethods'),
    }),
    bank_statements: privateConfig.bankStatements && {
      accounts: privateConfig.bankStatements.accounts,
      csv: Object.fromEntries(
        Object.entries(privateConfig.bankStatements.csv).map(([name, map]) => [name, csvMapInFolder(map)]),
      ),
    },
    tax: {
      tickets: percentInFolder(privateConfig.taxBasisPoints.tickets),
      merchandise: taxInFolder({
        taxBasisPoints: privateConfig.taxBasisPoints.merchandise,
        taxByCountry: privateConfig.taxByCountry,
      }),
    },
    invoices: { advance_payments: privateConfig.invoice.advancePayments ?? false },
    countries: publicConfig.countries,
    iban_countries: publicConfig.ibanCountries,
    shipping: shippingInFolder(config),
    address_lines: publicConfig.addressLines.map(withoutEmpty),
    product_types: labels('productTypes'),
    merchandise_types: labels('merchandiseTypes'),
    type_plurals: publicConfig.typePlurals ?? {},
    age_ranges: labelsInFolder(publicConfig.ageRanges, publicConfig.ageRangeKeys),
    payment_statuses: labels('paymentStatuses'),
    instalment_statuses: labels('instalmentStatuses'),
    ticket_statuses: labels('ticketStatuses'),
    merchandise_statuses: labels('merchandiseStatuses'),
    refund_statuses: labels('refundStatuses'),
    show_out_of_stock: publicConfig.displayOutOfStock !== 0,
    ambassadors: {
      url: publicConfig.ambassadorsUrl,
      label: publicConfig.ambassadorsLabel,
      title: publicConfig.texts.ambassadorsTitle,
    },
    texts: {
      under_construction_title: publicConfig.texts.underConstructionTitle,
      under_construction: publicConfig.texts.underConstructionHtml,
      out_of_stock: publicConfig.texts.outOfStock,
    },
    images: withoutEmpty({
      logo: publicConfig.logo && (await pictures.ofSite(publicConfig.logo.url)),
      logo_dark: publicConfig.logoDark && (await pictures.ofSite(publicConfig.logoDark.url)),
      icon: publicConfig.icon && (await pictures.ofIcon(publicConfig.icon)),
      banner: publicConfig.banner && (await pictures.ofSite(publicConfig.banner.url)),
      banner_mobile: publicConfig.bannerMobile && (await pictures.ofSite(publicConfig.bannerMobile.url)),
    }),
    cards: {
      tickets: await cardInFolder(publicConfig.cards.tickets, pictures),
      merchandise: await cardInFolder(publicConfig.cards.merchandise, pictures),
      portal: await cardInFolder(publicConfig.cards.portal, pictures),
    },
    theme: withoutEmpty({
      brand_color: publicConfig.theme.brandColor,
      accent_color: publicConfig.theme.accentColor,
      font_display: publicConfig.theme.fontDisplay,
      font_text: publicConfig.theme.fontText,
      font_stylesheet: publicConfig.theme.fontStylesheet,
      radius: publicConfig.theme.radius,
      color_scheme: publicConfig.theme.colorScheme,
    }),
    fonts: await fontsInFolder(publicConfig.theme, pictures),
  });
}

async function fontsInFolder(
  { headingFont, bodyFont }: StoredConfig['public']['theme'],
  pictures: ExportedPictures,
): Promise<Record<string, unknown> | undefined> {
  if (!headingFont && !bodyFont) return undefined;
  return withoutEmpty({
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
  withoutEmpty({ title: card.title, text: card.text, image: card.image && (await pictures.ofItem(card.image)) });

function shippingInFolder({ public: publicConfig, private: privateConfig }: StoredConfig): Record<string, unknown>[] {
  const byRate = Map.groupBy(Object.entries(privateConfig.shippingRates), ([, rate]) =>
    JSON.stringify([rate.name, rate.type, rate.price]),
  );
  return [...byRate.values()].map((entries) => {
    const { name, type, price } = entries[0]![1];
    const countries = entries.map(([country]) => country).sort();
    return { name, type, countries, price: amountInFolder(price, publicConfig.currencyDigits) };
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
