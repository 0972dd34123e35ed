// npm run dev: the shop with its application served by Vite. `node --watch` starts it again when a file of the server
// changes.
import { startShop } from '#apps/server/start-shop.ts';
import { loadLiveApplication } from './live-application.ts';

await startShop(loadLiveApplication);
