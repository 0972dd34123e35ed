import { Component, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { WarningIcon } from '#ui/office/icons.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';

/** Catches errors below it: a bug, or code that did not load (a new version, no connection). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <NotShown /> : this.props.children;
  }
}

function NotShown() {
  const { text } = useLanguage();
  return (
    <StateMessage
      tone="bad"
      icon={<WarningIcon />}
      heading={text('This page could not be shown')}
      action={<Button onClick={() => location.reload()}>{text('Reload the page')}</Button>}
    />
  );
}
