import '#renderer/frame/stop-trading.css';
import { useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import type { AccountFeeds } from '#renderer/feed/account-feeds.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';

type Props = { bridge: Bridge; feeds: AccountFeeds };

/** Works at once and asks nobody. */
export function StopTradingButton({ bridge, feeds }: Props) {
  const isStopped = useSlice(feeds.trading, 'trading')?.isStopped ?? false;
  const [problem, setProblem] = useState<string>();

  async function stop(): Promise<void> {
    const result = await bridge.call('trading.stop', {});
    setProblem(result.ok ? undefined : `Not stopped. ${describeFailure(result.failure)}`);
  }

  return (
    <>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="stop-trading"
        disabled={isStopped}
        onClick={() => void stop()}
      >
        Stop all trading
      </button>
    </>
  );
}

export function StoppedBanner({ bridge, feeds }: Props) {
  const trading = useSlice(feeds.trading, 'trading');
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<string>();
  if (!trading?.isStopped) return null;

  async function resume(): Promise<void> {
    setAsking(true);
    setAnswer(undefined);
    const result = await bridge.call('trading.resume', {});
    setAsking(false);
    if (!result.ok) setAnswer(describeFailure(result.failure));
  }

  return (
    <section className="banner stopped" aria-label="Trading is stopped">
      <p>
        <strong>All trading is stopped, on every account.</strong> Open orders stay open until you
        cancel them; cancels and orders that reduce a position still go.{' '}
        {trading.stopNote !== undefined && <strong role="alert">{trading.stopNote}</strong>}
      </p>
      <p className="stopped-answer" role="status">
        {isAsking ? 'Ballast asks in its own window, or in the terminal that started it.' : answer}
      </p>
      <button type="button" disabled={isAsking} onClick={() => void resume()}>
        Allow trading…
      </button>
    </section>
  );
}
