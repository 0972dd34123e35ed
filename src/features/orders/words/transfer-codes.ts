import type { Sentence } from '#kernel/language.ts';
import type { TransferCode } from '../domain/transfer-codes.ts';

/** The code's accessible name. */
export const codeLabel =
  ({ draws }: TransferCode): Sentence =>
  ({ text }) =>
    draws === 'qr'
      ? text('QR code with the details of this transfer')
      : text('Barcode with the details of this transfer');

/** States which apps can read the code. `isAlone` means that there is no other code. */
export const codeCaption =
  ({ standard }: TransferCode, isAlone: boolean): Sentence =>
  ({ text }) => {
    if (standard === 'hub3') return text('Scan it with a Croatian banking app to fill in the transfer.');
    return isAlone
      ? text('Scan it with your banking app to fill in the transfer.')
      : text('Banking apps from other countries scan this one.');
  };
