export { AccountPage } from './account-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { LoginLinkPage } from './login-link-page.tsx';
export { LoginPage } from './login-page.tsx';
export { LoginPanel } from './login-panel.tsx';
export { RegisterPage } from './register-page.tsx';
export { ResendTicketsPage } from './resend-tickets-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
