export { InboxCount } from './inbox-count.tsx';
export { NeedsYou } from './needs-you.tsx';
