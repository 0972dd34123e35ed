export { addTermsCalls } from './routes.ts';
export { mailTermsToAccept } from './terms-mails.ts';
