export { ConfirmationPage, OrderPage } from './order-page.tsx';
export { PortalPage } from './portal-page.tsx';
