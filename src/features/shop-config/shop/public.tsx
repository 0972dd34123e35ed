export {
  AccessibilityPage,
  AmbassadorsPage,
  CookiePolicyPage,
  FaqsPage,
  PrivacyPolicyPage,
  SecurityStatementPage,
  TermsConditionsPage,
} from './content-page.tsx';
export { HomePage } from './home-page.tsx';
