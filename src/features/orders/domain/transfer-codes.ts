import type { OpenTransfer } from './bank-transfer-text.ts';
import { transferHub3Text } from './transfer-hub3-text.ts';
import { transferQrText } from './transfer-qr-text.ts';

export interface TransferCode {
  /** HUB 3 is for Croatian banking apps, and EPC is for apps in the euro payments area. */
  readonly standard: 'hub3' | 'epc';
  readonly draws: 'pdf417' | 'qr';
  readonly text: string;
}

interface PaidShop {
  readonly currency: string;
  readonly currencyDigits: number;
  readonly operator: { readonly address: readonly string[] };
  readonly shopPaymentBankTransferAccount?:
    | { readonly payee: string; readonly iban: string; readonly bic: string | null }
    | undefined;
}

/** The codes from which banking apps fill in a transfer. The standard of the account's country comes first. */
export function transferCodes(shop: PaidShop, { amount, code }: Pick<OpenTransfer, 'amount' | 'code'>): TransferCode[] {
  const account = shop.shopPaymentBankTransferAccount;
  if (!account) return [];
  const transfer = { amount, reference: code };
  const hub3 = transferHub3Text(account, transfer, { ...shop, address: shop.operator.address });
  const epc = transferQrText(account, transfer, shop);
  return [
    ...(hub3 ? [{ standard: 'hub3', draws: 'pdf417', text: hub3 } as const] : []),
    ...(epc ? [{ standard: 'epc', draws: 'qr', text: epc } as const] : []),
  ];
}
