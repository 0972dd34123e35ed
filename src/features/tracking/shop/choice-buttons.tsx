import { announce } from '#browser/announcer.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import type { Choice } from '../domain/consent.ts';
import { choose } from './consent-store.ts';

export interface ChoiceButtonsProps {
  choice: Choice | null;
  onChosen?: () => void;
  className?: string | undefined;
}

/** Accept and decline, equally prominent. */
export function ChoiceButtons({ choice, onChosen, className }: ChoiceButtonsProps) {
  const { text } = useLanguage();
  const answer = (next: Choice) => {
    choose(next);
    announce(next === 'accepted' ? text('Accepted.') : text('Declined.'));
    onChosen?.();
  };
  const isPressed = (one: Choice) => (choice === null ? undefined : choice === one);
  return (
    <div className={className}>
      <Button kind="secondary" small onClick={() => answer('declined')} aria-pressed={isPressed('declined')}>
        {text('Decline')}
      </Button>
      <Button kind="secondary" small onClick={() => answer('accepted')} aria-pressed={isPressed('accepted')}>
        {text('Accept')}
      </Button>
    </div>
  );
}
