import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { Prose } from '#ui/prose.tsx';

/** Shows the full terms above the form. They are accepted with the form's checkbox; this dialog only closes. */
export default function TermsDialog({ html, onClose }: { html: string; onClose: () => void }) {
  const { text } = useLanguage();
  const words = useRef<HTMLElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('Terms and Conditions')}
      size="wide"
      initialFocus={words}
      footer={<Button onClick={onClose}>{text('Close')}</Button>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with focus on the text the arrow keys scroll it. */}
      <section ref={words} tabIndex={0} aria-label={text('Terms and Conditions')}>
        <Prose html={html} />
      </section>
    </Dialog>
  );
}
