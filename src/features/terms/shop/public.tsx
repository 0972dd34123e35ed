export { AcceptTermsLabel } from './accept-terms-label.tsx';
export { OpenTermsNotice, TermsSection } from './terms-section.tsx';
