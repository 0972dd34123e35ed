interface TransferSwitches {
  readonly shopPaymentBankTransfer: boolean;
  readonly shopPaymentBankTransferCountries: readonly string[];
}

export const takesTransfers = (country: string, switches: TransferSwitches): boolean =>
  switches.shopPaymentBankTransfer && switches.shopPaymentBankTransferCountries.includes(country);
