export { NeedsYou } from './needs-you.tsx';
