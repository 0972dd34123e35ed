export { ConfirmationPage, OrderPage } from './order-page.tsx';
export { PortalPage } from './portal-page.tsx';
export { FoldedTransfer } from './transfer-details.tsx';
