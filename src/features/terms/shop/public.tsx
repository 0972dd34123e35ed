export { AcceptTermsLabel } from './accept-terms-label.tsx';
export { ChangedTermsNotice } from './changed-terms-notice.tsx';
export { OpenTermsNotice, TermsSection } from './terms-section.tsx';
export { useShownTerms } from './use-shown-terms.ts';
