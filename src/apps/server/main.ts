import { loadBuiltApplication } from './pages/application.ts';
import { startShop } from './start-shop.ts';

await startShop(loadBuiltApplication);
