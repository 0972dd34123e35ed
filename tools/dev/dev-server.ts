// npm run dev: the shop with its application served by Vite. `node --watch` restarts it when a server file changes.
import { startShop } from '#apps/server/start-shop.ts';
import { loadLiveApplication } from './live-application.ts';

await startShop(loadLiveApplication);
