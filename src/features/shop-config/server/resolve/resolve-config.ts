import type { PublicConfig, TransferAccount } from '../../contract.ts';
import { reservedPaths } from '../../domain/reserved-paths.ts';
import { defaultChannels, defaultLabels } from '../folder/default-labels.ts';
import type { ShopFolder } from '../folder/read-shop-folder.ts';
import type { ShopFile } from '../folder/schema/shop-file.ts';
import { csvMapOf } from '../folder/schema/statement-csv-file.ts';
import { imageFormats } from '../images/picture-set.ts';
import type { ShippingRate } from '../shop.ts';
import type { StoredConfig } from '../shop-state-store.ts';
import { resolveCountries } from './resolve-countries.ts';
import type { ResolvedFonts } from './resolve-fonts.ts';
import type { ResolvedPictures } from './resolve-pictures.ts';
import type { ResolvedTax } from './resolve-tax.ts';
import { type Resolving, refuseDuplicates } from './resolving.ts';

type Labels = Record<string, string>;

export function resolveConfig(
  folder: ShopFolder,
  {
    pictures,
    fonts,
    tax,
  }: { pictures: ResolvedPictures; fonts: ResolvedFonts; tax: Record<'tickets' | 'merchandise', ResolvedTax> },
  resolving: Resolving,
): Omit<StoredConfig, 'eventCodes'> {
  const { shop } = folder;
  const { value } = shop;
  const { operator, payment, orders, retention } = value;
  const sameKey = Object.keys(value.merchandise_types).find((key) => key in value.product_types);
  if (sameKey) resolving.addMistake(shop, ['merchandise_types', sameKey], 'is also in product_types');
  for (const key of Object.keys(value.type_plurals)) {
    if (key in value.product_types || key in value.merchandise_types) continue;
    resolving.addMistake(shop, ['type_plurals', key], 'is neither in product_types nor in merchandise_types');
  }
  if (reservedPaths.has(value.ambassadors.url)) {
    resolving.addMistake(shop, ['ambassadors', 'url'], `the shop uses /${value.ambassadors.url} itself`);
  }
  refuseDuplicates(
    resolving,
    value.address_lines.map(({ key }, index) => ({ entry: shop, path: ['address_lines', index], value: key })),
    (key) => `the address line ${key}`,
  );
  const labels = allLabels(value);
  return {
    public: {
      name: value.name,
      locale: value.locale,
      timezone: value.timezone,
      currency: value.currency,
      currencyDigits: resolving.currencyDigits,
      shopActive: value.active.shop,
      merchandiseActive: value.active.merchandise,
      refundsActive: value.active.refunds,
      ...(value.refunds?.way === 'ask' && { refundWay: 'ask' as const }),
      cartMinutes: orders.cart_minutes,
      ...resolveCountries(shop, resolving),
      addressLines: value.address_lines.map((line) => ({ ...line, autocomplete: line.autocomplete ?? null })),
      paymentMethods: payment.methods,
      shopPaymentCreditCard: payment.credit_card,
      shopPaymentBankTransfer: payment.bank_transfer,
      ...(payment.bank_transfer_account && {
        shopPaymentBankTransferAccount: transferAccount(payment.bank_transfer_account, operator.name),
      }),
      shopPaymentCreditCardMaxAttempts: payment.credit_card_max_attempts,
      paymentGateway: payment.gateway,
      ...labels,
      typePlurals: value.type_plurals,
      ageRangeKeys: shop.yaml.keysAt(['age_ranges']),
      displayOutOfStock: value.show_out_of_stock ? 1 : 0,
      ambassadorsUrl: value.ambassadors.url,
      ambassadorsLabel: value.ambassadors.label,
      texts: texts(folder, resolving),
      termsVersion: value.terms_version,
      operator: { name: operator.name, email: operator.email, address: operator.address },
      website: value.website ?? null,
      socialFacebook: value.social.facebook ?? null,
      socialInstagram: value.social.instagram ?? null,
      socialX: value.social.x ?? null,
      socialYoutube: value.social.youtube ?? null,
      trackingPixelId: value.tracking_pixel_id ?? null,
      imageFormats: [...imageFormats],
      logo: pictures.logo,
      logoDark: pictures.logoDark,
      banner: pictures.banner,
      bannerMobile: pictures.bannerMobile,
      icon: pictures.icon,
      cards: {
        tickets: { ...cardTexts(folder, 'tickets', resolving), image: pictures.cards.tickets },
        merchandise: { ...cardTexts(folder, 'merchandise', resolving), image: pictures.cards.merchandise },
        portal: { ...cardTexts(folder, 'portal', resolving), image: pictures.cards.portal },
      },
      theme: {
        brandColor: value.theme.brand_color ?? null,
        accentColor: value.theme.accent_color ?? null,
        fontDisplay: value.theme.font_display ?? null,
        fontText: value.theme.font_text ?? null,
        fontStylesheet: value.theme.font_stylesheet ?? null,
        headingFont: fonts.heading?.file ?? null,
        bodyFont: fonts.body?.file ?? null,
        radius: value.theme.radius,
        colorScheme: value.theme.color_scheme,
      },
    },
    private: {
      orderPrefix: orders.code_prefix,
      channels: { web: defaultChannels.web, ...orders.channels },
      cardHoldMinutes: payment.card_hold_minutes,
      cardLinkHours: payment.card_link_hours,
      bankTransferDays: payment.bank_transfer_days,
      bankTransferGraceDays: payment.bank_transfer_grace_days,
      bankTransferDaysBeforeEvent: payment.bank_transfer_days_before_event,
      planGraceDays: payment.plan_grace_days,
      planOverdue: payment.plan_overdue,
      restockRefunds: orders.restock_refunds,
      retention: {
        mailDays: unlessNever(retention.mail_days),
        paymentDays: unlessNever(retention.payment_days),
        refundDays: retention.refund_days,
        holderMonths: unlessNever(retention.holder_months),
        invoiceYears: unlessNever(retention.invoice_years),
      },
      ...(value.bank_statements && {
        bankStatements: {
          accounts: value.bank_statements.accounts,
          csv: Object.fromEntries(
            Object.entries(value.bank_statements.csv).map(([name, map]) => [name, csvMapOf(map)]),
          ),
        },
      }),
      ...(value.refunds?.way === 'ask' && { refundWay: 'ask' as const }),
      ...(value.refunds?.second_person_above !== undefined && {
        secondPersonAbove: resolving.money(shop, ['refunds', 'second_person_above'], value.refunds.second_person_above),
      }),
      ...(operator.notices_email && { noticesEmail: operator.notices_email }),
      payer: { bankIban: operator.bank_iban ?? null, bankBic: operator.bank_bic ?? null },
      shippingRates: shippingRates(folder, resolving),
      taxBasisPoints: { tickets: tax.tickets.taxBasisPoints, merchandise: tax.merchandise.taxBasisPoints },
      ...(tax.merchandise.taxByCountry && { taxByCountry: tax.merchandise.taxByCountry }),
      mailSender: {
        name: value.mail?.sender_name ?? value.name,
        email: value.mail?.sender_email ?? operator.email,
      },
      invoice: {
        seller: [operator.name, ...operator.address],
        vatNumber: operator.vat_number ?? null,
        registrationNumber: operator.registration_number ?? null,
        note: operator.invoice_note ?? null,
        advancePayments: value.invoices.advance_payments,
      },
    },
    dayZeroRule: value.day_zero,
    labelOrder: Object.fromEntries(
      [...Object.entries(labels), ['paymentMethods', payment.methods] as const].map(([name, map]) => [
        name,
        Object.keys(map),
      ]),
    ),
  };
}

const transferAccount = (
  { payee, iban, bic, bank }: NonNullable<ShopFile['payment']['bank_transfer_account']>,
  operatorName: string,
): TransferAccount => ({ payee: payee ?? operatorName, iban, bic: bic ?? null, bank: bank ?? null });

const unlessNever = (span: number | 'never'): number | null => (span === 'never' ? null : span);

function allLabels(value: ShopFile) {
  return {
    productTypes: value.product_types,
    merchandiseTypes: value.merchandise_types,
    ageRanges: value.age_ranges,
    paymentStatuses: { ...defaultLabels.payment_statuses, ...value.payment_statuses } as Labels,
    instalmentStatuses: { ...defaultLabels.instalment_statuses, ...value.instalment_statuses } as Labels,
    ticketStatuses: { ...defaultLabels.ticket_statuses, ...value.ticket_statuses } as Labels,
    merchandiseStatuses: { ...defaultLabels.merchandise_statuses, ...value.merchandise_statuses } as Labels,
    refundStatuses: { ...defaultLabels.refund_statuses, ...value.refund_statuses } as Labels,
  };
}

function texts(folder: ShopFolder, resolving: Resolving): PublicConfig['texts'] {
  const { shop, files } = folder;
  const { value } = shop;
  const page = (name: string, filledLater?: readonly string[]): string => {
    const html = files.pages.get(name);
    return html === undefined ? '' : resolving.page(`pages/${name}.html`, html, filledLater);
  };
  const transferPage = (name: 'bank-transfer' | 'bank-transfer-instalment'): string => {
    const html = page(name, ['amount', 'code']);
    const file = `pages/${name}.html`;
    if (files.pages.has(name)) {
      for (const word of ['amount', 'code'].filter((one) => !html.includes(`{{${one}}}`))) {
        const message = `does not contain {{${word}}}, so customers would not see it`;
        resolving.mistakes.push({ file, line: 1, message });
      }
    } else if (name === 'bank-transfer') {
      resolving.mistakes.push({ file, line: 1, message: 'is missing, but payment.bank_transfer is on' });
    }
    return html;
  };
  // Without transfers these texts are not used, so they are not checked.
  const transferText = value.payment.bank_transfer ? transferPage : (name: string) => page(name, ['amount', 'code']);
  return {
    tagline: resolving.text(shop, ['tagline'], value.tagline),
    heroLine: resolving.text(shop, ['hero_line'], value.hero_line),
    description: resolving.text(shop, ['description'], value.description),
    underConstructionTitle: resolving.text(
      shop,
      ['texts', 'under_construction_title'],
      value.texts.under_construction_title,
    ),
    underConstructionHtml: resolving.html(
      shop,
      ['texts', 'under_construction'],
      value.texts.under_construction,
      'page',
    ),
    outOfStock: resolving.text(shop, ['texts', 'out_of_stock'], value.texts.out_of_stock),
    bankTransferHtml: transferText('bank-transfer'),
    bankTransferInstalmentHtml: transferText('bank-transfer-instalment'),
    accessibilityHtml: page('accessibility'),
    cookiePolicyHtml: page('cookie-policy'),
    faqsHtml: page('faqs'),
    privacyPolicyHtml: page('privacy-policy'),
    securityStatementHtml: page('security-statement'),
    termsConditionsHtml: page('terms-conditions'),
    ambassadorsTitle: resolving.text(shop, ['ambassadors', 'title'], value.ambassadors.title),
    ambassadorsHtml: page('ambassadors'),
  };
}

function cardTexts(folder: ShopFolder, name: keyof ShopFile['cards'], resolving: Resolving) {
  const { shop } = folder;
  const { title, text } = shop.value.cards[name];
  return {
    title: resolving.text(shop, ['cards', name, 'title'], title),
    text: resolving.text(shop, ['cards', name, 'text'], text),
  };
}

function shippingRates({ shop }: ShopFolder, resolving: Resolving): Record<string, ShippingRate> {
  const rates: Record<string, ShippingRate> = {};
  shop.value.shipping.forEach((entry, index) => {
    const rate = {
      name: resolving.text(shop, ['shipping', index, 'name'], entry.name),
      type: entry.type,
      price: resolving.money(shop, ['shipping', index, 'price'], entry.price),
    };
    entry.countries.forEach((code, position) => {
      if (rates[code])
        resolving.addMistake(shop, ['shipping', index, 'countries', position], `${code} already has a rate`);
      rates[code] ??= rate;
    });
  });
  return rates;
}
