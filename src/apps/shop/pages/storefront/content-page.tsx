import type { ReactNode } from 'react';
import { useHasPageData } from '#browser/first-page.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import type { ShopTexts } from '#features/shop-config/contract.ts';
import { type ContentHeading, withHeadingIds } from '#features/shop-config/domain/content-headings.ts';
import { ambassadorsTitle, staticTitles } from '#features/shop-config/words/page-titles.ts';
import { TrackingChoice } from '#features/tracking/shop/public.tsx';
import type { Sentence } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import { Prose } from '#ui/prose.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './content-page.module.css';

export const AccessibilityPage = () => <ContentPage title={staticTitles.accessibility} text="accessibilityHtml" />;
export const CookiePolicyPage = () => (
  <ContentPage title={staticTitles.cookiePolicy} text="cookiePolicyHtml">
    <TrackingChoice />
  </ContentPage>
);
export const FaqsPage = () => <ContentPage title={staticTitles.faqs} text="faqsHtml" />;
export const PrivacyPolicyPage = () => <ContentPage title={staticTitles.privacyPolicy} text="privacyPolicyHtml" />;
export const SecurityStatementPage = () => (
  <ContentPage title={staticTitles.securityStatement} text="securityStatementHtml" />
);
export const TermsConditionsPage = () => (
  <ContentPage title={staticTitles.termsConditions} text="termsConditionsHtml" />
);

export function AmbassadorsPage() {
  return <ContentPage title={ambassadorsTitle(useBundle().config)} text="ambassadorsHtml" />;
}

/** A page with at least this many headings has a list of them. */
const LISTED_FROM = 4;
/** The beginning of a heading inside a fold. Folded headings already form a list. */
const FOLDED_HEADING = '<summary><h';

/** Shows a page of the operator's HTML. */
function ContentPage({
  title,
  text: name,
  children,
}: {
  title: Sentence;
  text: keyof ShopTexts;
  children?: ReactNode;
}) {
  const { text, translate } = useLanguage();
  const { config } = useBundle();
  const hasData = useHasPageData();
  usePageTitle(translate(title), config.name);
  const { html, headings } = withHeadingIds(config.texts[name] ?? '');
  const isListed = headings.length >= LISTED_FROM && !html.includes(FOLDED_HEADING);
  return (
    <div className={`page ${styles.content}`}>
      <h1 className={styles.title}>{translate(title)}</h1>
      {hasData && isListed && (
        <details className={styles.fold}>
          <summary>{text('On this page')}</summary>
          <HeadingLinks headings={headings} />
        </details>
      )}
      {hasData ? <Prose html={html} className={styles.text} /> : <TextSkeleton />}
      {children}
      {hasData && isListed && (
        <nav className={styles.contents} aria-labelledby="on-this-page">
          <h2 id="on-this-page" className={styles.contentsTitle}>
            {text('On this page')}
          </h2>
          <HeadingLinks headings={headings} />
        </nav>
      )}
    </div>
  );
}

function HeadingLinks({ headings }: { headings: readonly ContentHeading[] }) {
  return (
    <PlainList>
      {headings.map((heading) => (
        <li key={heading.id}>
          <a href={`#${heading.id}`}>{heading.text}</a>
        </li>
      ))}
    </PlainList>
  );
}

function TextSkeleton() {
  return (
    <div aria-busy="true" className={styles.skeleton}>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
