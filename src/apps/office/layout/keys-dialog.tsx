import { useRef } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './keys-dialog.module.css';
import type { LetteredPlace } from './menu.ts';

/** Lists all keyboard shortcuts of the office. */
export function KeysDialog({ places, onClose }: { places: readonly LetteredPlace[]; onClose: () => void }) {
  const { text } = useLanguage();
  const list = useRef<HTMLElement>(null);
  const groups: { heading: string; keys: { keys: readonly string[]; does: string }[] }[] = [
    {
      heading: text('Everywhere'),
      keys: [
        { keys: ['/'], does: text('Search') },
        { keys: ['?'], does: text('Show these shortcuts') },
        { keys: [text('Esc')], does: text('Close the dialog or menu') },
        { keys: [text('Ctrl'), 'S'], does: text('Save the changes on the page') },
      ],
    },
    {
      heading: text('Go to a page'),
      keys: places.map(({ letter, label }) => ({ keys: ['G', letter.toUpperCase()], does: label })),
    },
    {
      heading: text('In lists'),
      keys: [
        { keys: ['J', 'K'], does: text('Next row, previous row') },
        { keys: [text('Enter')], does: text('Open the row') },
        { keys: ['X'], does: text('Select the row') },
        { keys: ['F'], does: text('Filter') },
      ],
    },
    {
      heading: text('On an order opened from a list'),
      keys: [{ keys: ['J', 'K'], does: text('Next order, previous order') }],
    },
    {
      heading: text('On selected refunds'),
      keys: [
        { keys: ['A'], does: text('Approve') },
        { keys: ['R'], does: text('Decline') },
      ],
    },
    {
      heading: text('On a line of a bank statement'),
      keys: [
        { keys: ['S'], does: text('Look for another order') },
        { keys: ['U'], does: text('Book without an order') },
        { keys: ['I'], does: text('Ignore') },
      ],
    },
    {
      heading: text('In the inbox'),
      keys: [
        { keys: ['J', 'K'], does: text('Next matter, previous matter') },
        { keys: ['A'], does: text('Press the main button') },
        { keys: ['R'], does: text('Decline, or send the money back') },
        { keys: ['S'], does: text('Look for another order') },
        { keys: ['Z'], does: text('Undo the last decision') },
      ],
    },
  ];
  return (
    <Dialog open onClose={onClose} title={text('Keyboard shortcuts')} initialFocus={list}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with focus on the list the arrow keys scroll it. */}
      <section ref={list} tabIndex={0} aria-label={text('Keyboard shortcuts')}>
        <div className={styles.groups}>
          {groups
            .filter(({ keys }) => keys.length > 0)
            .map(({ heading, keys }) => (
              <section key={heading} aria-label={heading}>
                <h3>{heading}</h3>
                <dl className={styles.keys}>
                  {keys.map(({ keys: pressed, does }) => (
                    <div key={does}>
                      <dt>
                        {pressed.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dt>
                      <dd>{does}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
        </div>
        <p className={styles.off}>{text('You can switch off single-letter shortcuts in your account.')}</p>
      </section>
    </Dialog>
  );
}
