import { openGateways, requireGatewaysInUse } from '#features/payments/server/public.ts';
import { isShopImported, loadShop } from '#features/shop-config/server/public.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#features/staff/server/public.ts';
import { startClock } from '#platform/clock/clock.ts';
import { withChosenPort } from '#platform/config/chosen-port.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { StartProblem } from '#platform/config/start-problem.ts';
import { openDb } from '#platform/db/db.ts';
import { openEngine } from '#platform/db/engine.ts';
import { migrate } from '#platform/db/migrate.ts';
import { adoptFiles } from '#platform/files/adopt-files.ts';
import { COLD_REQUESTS, createAdmission } from '#platform/http/admission.ts';
import { isLoopbackName } from '#platform/http/loopback.ts';
import { openLog } from '#platform/log/log.ts';
import { shrinkHeap } from '#platform/work/shrink-heap.ts';
import { startCatalogueCache } from './catalogue-cache.ts';
import { callbackOrigin, checkGateways } from './check-gateways.ts';
import { DEMO_LOGIN } from './demo-customer.ts';
import { loadFirstShopInChild } from './first-shop-child.ts';
import type { LoadApplication } from './pages/application.ts';
import { createShopServer } from './shop-server.ts';
import { shownGatewayNote } from './shown-gateway.ts';
import { startFailure } from './start-failure.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Starts one process of the shop: web, worker or both, by ROLE. SIGTERM and SIGINT stop it cleanly; a failed start
 * exits with 1.
 */
export async function startShop(loadApplication: LoadApplication): Promise<void> {
  await start(loadApplication).catch((error: unknown) => {
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  });
}

async function start(loadApplication: LoadApplication): Promise<void> {
  const config = await withChosenPort(readConfig(process.env));
  for (const note of config.notes) print(note);
  const log = openLog({ level: config.logLevel, pretty: config.shopEnv !== 'production' });
  const engine = await openEngine({ ...config, account: config.engineUser, print });
  const closing: (() => Promise<unknown> | unknown)[] = [() => engine.stop()];
  const close = async () => {
    for (const step of closing.reverse()) await step();
  };

  let isEnding = false;
  const end = async (signal: string) => {
    if (isEnding) return;
    isEnding = true;
    print(`Stopping (${signal}).`);
    // Ends the process even if a connection never closes.
    setTimeout(() => process.exit(1), 15_000).unref();
    await close().catch((error) => log.error({ error }, 'stopping failed'));
    process.exit(0);
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));

  try {
    for (const file of await migrate(engine.connection, { print })) log.info({ file }, 'migration applied');
    const db = openDb({
      connection: engine.connection,
      isPooled: engine.isPooled,
      keepsPrepared: config.keepsPrepared,
      onError: (error) => log.warn({ error }, 'database connection lost'),
    });
    closing.push(() => db.end());
    const clock = await startClock(db, (error) => log.warn({ error }, 'clock not measured'));
    closing.push(() => clock.stop());
    const adopted = await adoptFiles(db, config.dataDir);
    if (adopted > 0) print(`Stored ${adopted} picture files of ${config.dataDir} in the database.`);
    if (!(await isShopImported(db))) await loadFirstShopInChild({ config, engine, now: clock.now() });

    await requireGatewaysInUse(config, db, clock.now());
    const gateways = await openGateways(config, db);
    if (await isShopImported(db)) {
      const { currency, paymentGateway } = (await loadShop(db)).public;
      const note = shownGatewayNote(paymentGateway, config.paymentGateways[0]);
      if (note) print(`WARNING: ${note}.`);
      const { errors, warnings } = await checkGateways(
        gateways,
        { currency, origin: callbackOrigin(config) },
        clock.now(),
      );
      for (const warning of warnings) print(`WARNING: ${warning}`);
      if (errors.length > 0) throw new StartProblem(errors.join('\n'));
    }

    const catalogue = await startCatalogueCache(db, clock, (error) => log.warn({ error }, 'catalogue not read'));
    closing.push(() => catalogue.stop());
    const signals = {
      poolWaitMs: () => db.longestWaitMs(),
      monotonicMs: () => performance.now(),
      random: Math.random,
    };
    const admission = createAdmission(config.overload, signals, COLD_REQUESTS);
    admission.start();
    closing.push(() => admission.stop());
    const server = await createShopServer({
      config,
      db,
      clock,
      log,
      catalogue,
      gateways,
      loadApplication,
      admission,
    });
    closing.push(() => server.close());
    if (config.role !== 'worker') {
      await server.app.listen({ port: config.port, host: config.host }).catch((error) => {
        throw listenProblem(error, config);
      });
    }
    if (config.role !== 'web') server.worker.start();
    shrinkHeap();
    greet(config, engine.describe);
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** Explains the most common start failure in a sentence. */
function listenProblem(error: NodeJS.ErrnoException, { port, host }: Config): unknown {
  if (error.code === 'EADDRINUSE')
    return new StartProblem(`Port ${port} is in use by another program. Set PORT to a free one.`);
  if (error.code === 'EACCES')
    return new StartProblem(`Port ${port} cannot be opened by this user. Set PORT to a port above 1023.`);
  if (error.code === 'EADDRNOTAVAIL') return new StartProblem(`HOST ${host} is not an address of this machine.`);
  return error;
}

function greet(config: Config, engine: string): void {
  print('');
  const isWorker = config.role === 'worker';
  print(isWorker ? `Foyer worker is running for ${config.shopUrl}` : `Foyer is open at ${config.shopUrl}`);
  if (config.shopEnv !== 'production' && !isWorker) {
    print(`  Demo login    ${DEMO_LOGIN.email}  ${DEMO_LOGIN.password}`);
    const here = isLoopbackName(new URL(config.shopUrl).host) ? config.shopUrl : `http://localhost:${config.port}`;
    print(`  Mailbox       ${here}/dev/mailbox`);
    if (config.shopEnv === 'development') greetStaff(here);
  }
  print(`  Database      ${engine}`);
  print('');
}

/**
 * Prints the demo's logins to the office, and the address of the page on this machine that shows their changing codes.
 */
function greetStaff(here: string): void {
  print(`  Office        ${here}/office  (codes: ${here}/dev/office)`);
  for (const { email, role } of DEMO_PEOPLE) print(`    ${role.padEnd(15)}  ${email.padEnd(23)}  ${DEMO_PASSWORD}`);
}
