import { Component, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { WarningIcon } from '#ui/office/icons.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';

interface ErrorBoundaryProps {
  /** The page's address. When it changes, the page is rendered again. */
  at: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  at: string;
  failed: boolean;
}

/** Catches errors below it: a bug, or code that did not load (a new version, no connection). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { at: this.props.at, failed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ at }: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return at === state.at ? null : { at, failed: false };
  }

  override render() {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}

function PageFailed() {
  const { text } = useLanguage();
  return (
    <StateMessage
      isPage
      tone="bad"
      icon={<WarningIcon />}
      heading={text('This page could not be shown')}
      action={<Button onClick={() => location.reload()}>{text('Reload the page')}</Button>}
    />
  );
}
