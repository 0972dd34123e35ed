export { WarningActions } from './warning-actions.tsx';
