import { create } from 'qrcode/lib/core/qrcode.js';
import { ModulesPicture } from './modules-picture.tsx';

/** A QR code with error correction M. Load it lazily: the encoder is 10 kB. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => Boolean(modules.get(row, column))),
  );
  return <ModulesPicture modules={rows} quiet={4} label={label} />;
}
