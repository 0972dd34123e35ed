export { WarningWays } from './warning-ways.tsx';
