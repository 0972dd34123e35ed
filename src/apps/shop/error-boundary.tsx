import { Component, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { FullMessage } from './full-message.tsx';

interface State {
  failed: boolean;
}

/** Catches errors below it: a bug, or code that did not load (a new version, no connection). */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <PageFailed />;
  }
}

function PageFailed() {
  const { text } = useLanguage();
  return (
    <FullMessage
      heading={text('This page could not be shown')}
      action={<Button onClick={() => location.reload()}>{text('Reload the page')}</Button>}
    >
      {text('Your cart and your orders are safe. If it happens again, please tell us.')}
    </FullMessage>
  );
}
