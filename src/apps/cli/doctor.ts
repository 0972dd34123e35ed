import { auditShop, type ShopAudit } from '#apps/server/audit-shop.ts';
import { callbackOrigin, checkGateways, type GatewayChecks } from '#apps/server/check-gateways.ts';
import { orderParts } from '#apps/server/order-parts.ts';
import { notUnderCurrentKey } from '#apps/server/sealed-texts.ts';
import { officeUrlOf } from '#apps/server/staff-setup.ts';
import type { Gateways } from '#features/payments/server/public.ts';
import { openGateways } from '#features/payments/server/public.ts';
import { isShopImported, loadShop } from '#features/shop-config/server/public.ts';
import { listColleagues, listOwners, passkeysOfOtherHosts } from '#features/staff/server/public.ts';
import type { Command } from './command.ts';
import { type OpenShop, withShop } from './with-shop.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  takes: '',
  does: 'Recount stock, money and vouchers from their rows and report any differences. Changes nothing; exits with 1 if anything differs.',
  async run(words) {
    if (words.length > 0) {
      process.stderr.write('Usage: npm run shop -- doctor\n');
      return 2;
    }
    return await withShop(
      async ({ config, db, clock }) => {
        const audit = await auditShop(db, clock.now(), config.paymentGateways[0]);
        const gateways = await openGateways(config, db, { notesAnswers: false });
        const sealed = await notUnderCurrentKey(db, orderParts({ config, db, gateways }));
        const checks = await gatewayChecks({ config, db, clock }, gateways);
        const attention = sealed.map(
          ({ name, count }) => `${count} ${name} are not encrypted with the current key: npm run shop -- keys reseal`,
        );
        return printAudit({
          ...audit,
          findings: [...audit.findings, ...checks.errors],
          attention: [
            ...audit.attention,
            ...attention,
            ...checks.warnings,
            ...(await officeChecks({ config, db, clock })),
          ],
        });
      },
      { isForLongWork: true },
    );
  },
};

/** Finds passkeys that cannot be used, and an office that no owner can sign in to. */
async function officeChecks({ config, db }: OpenShop): Promise<string[]> {
  const host = new URL(officeUrlOf(config)).hostname;
  const elsewhere = await passkeysOfOtherHosts(db, host);
  const withDemo = config.shopEnv !== 'production';
  const people = await listColleagues(db, { includesDemo: withDemo });
  const owners = await listOwners(db, withDemo);
  return [
    ...(elsewhere > 0
      ? [`${elsewhere} passkeys were created for a host other than ${host} and cannot be used: see OFFICE_URL`]
      : []),
    ...(people.length > 0 && !owners.some(({ hasFactor }) => hasFactor)
      ? ['no owner can sign in to the office: npm run shop -- staff invite <email> --name NAME --owner']
      : []),
  ];
}

async function gatewayChecks({ config, db, clock }: OpenShop, gateways: Gateways): Promise<GatewayChecks> {
  if (!(await isShopImported(db))) return { errors: [], warnings: [] };
  const { currency } = (await loadShop(db)).public;
  return await checkGateways(gateways, { currency, origin: callbackOrigin(config) }, clock.now());
}

/** Prints the audit and returns the exit code. */
export function printAudit({ checked, findings, attention }: ShopAudit): number {
  const counts = Object.entries(checked).map(([name, count]) => `${count} ${name}`);
  process.stdout.write(`Checked ${counts.join(', ')}.\n`);
  for (const line of attention) process.stdout.write(`Needs attention: ${line}\n`);
  for (const line of findings) process.stderr.write(`DIFFERS: ${line}\n`);
  process.stdout.write(
    findings.length === 0
      ? 'Everything matches.\n'
      : `${findings.length} ${findings.length === 1 ? 'difference' : 'differences'}.\n`,
  );
  return findings.length === 0 ? 0 : 1;
}
