import { encodePDF417 } from 'etiket/pdf417';
import { byteCharacters } from '#kernel/byte-characters.ts';
import { ModulesPicture } from './modules-picture.tsx';

/** A PDF417 code as Croatian banks print it: 9 columns, error correction 4. Load it lazily: the encoder is 14 kB. */
export default function Pdf417Code({ text, label }: { text: string; label: string }) {
  const { matrix } = encodePDF417(byteCharacters(text), { columns: 9, ecLevel: 4 });
  return <ModulesPicture modules={matrix} quiet={2} rowHeight={3} label={label} />;
}
