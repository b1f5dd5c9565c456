// What fails inside stays inside: a part of the page that cannot be shown says so in its place, and the rest goes on.
import { Component, type ReactNode } from 'react';

type Props = {
  /** What it is, as the beginning of a sentence. */
  name: string;
  /** Does more than showing it anew. */
  onRetry?: () => void;
  children: ReactNode;
};
type State = { problem: string | undefined };

/** A class, because React asks only classes. */
export class Guarded extends Component<Props, State> {
  override state: State = { problem: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { name, onRetry, children } = this.props;
    const { problem } = this.state;
    if (problem === undefined) return children;
    const retry = () => {
      this.setState({ problem: undefined });
      onRetry?.();
    };
    return (
      <div className="broken" role="alert">
        <p>{name} could not be displayed. Your orders are not affected.</p>
        <p className="broken-why">{problem}</p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </div>
    );
  }
}
