import '#renderer/app/frame/stop-trading.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { delay } from '#renderer/core/delay.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { isChord, isMac, STOP_KEYS } from '#renderer/core/commands/keys.ts';
import { Problem } from '#renderer/ui/Problem.tsx';

type Props = { bridge: Bridge; feeds: AccountFeeds };

const SHOWN_MS = 8_000;

/** Stops everything and answers the sentence to show. Asks nobody. */
async function stopTrading(bridge: Bridge): Promise<{ isStopped: boolean; text: string }> {
  const result = await bridge.call('trading.stop', {});
  if (!result.ok)
    return { isStopped: false, text: `Not stopped. ${describeFailure(result.failure)}` };
  const { stopNote = '' } = result.value;
  // As what happened and when: it may be read after somebody allowed trading again.
  const text = `All trading was stopped at ${new Date().toLocaleTimeString()}, on every account. ${stopNote}`;
  return { isStopped: true, text: text.trim() };
}

export function StopTradingButton({ bridge, feeds }: Props) {
  const isStopped = useSlice(feeds.trading, 'trading')?.isStopped ?? false;
  const [problem, setProblem] = useState<string>();

  async function stop(): Promise<void> {
    const told = await stopTrading(bridge);
    setProblem(told.isStopped ? undefined : told.text);
  }

  return (
    <>
      <Problem text={isStopped ? undefined : problem} />
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

/** Where no account tells whether trading is stopped: the lock screen, an account that is not open, no account at all. */
export function StopTradingPlain({ bridge }: { bridge: Bridge }) {
  const [told, setTold] = useState<{ isStopped: boolean; text: string }>();
  return (
    <div className="stop-plain">
      <button
        type="button"
        className="stop-trading"
        onClick={() => void stopTrading(bridge).then(setTold)}
      >
        Stop all trading
      </button>
      <p role="status" className={told?.isStopped === false ? 'problem' : 'quiet-text'}>
        {told?.text}
      </p>
    </div>
  );
}

/**
 * The keys of the kill switch, on every screen and over whatever is open. What came of it is shown above dialogs, which
 * cover the banner, for a while or until the next key or click; that nothing was stopped stays until Escape, a click on
 * it, or a later try that stops.
 */
export function StopByKeys({ bridge }: { bridge: Bridge }) {
  const place = useRef<HTMLParagraphElement>(null);
  const show = useCallback((text: string) => {
    const element = place.current;
    if (!element) return;
    element.textContent = text;
    // Shown again, so that it is above a dialog that opened since.
    element.hidePopover();
    if (text !== '') element.showPopover();
  }, []);

  useEffect(() => {
    const mac = isMac();
    let cancel: (() => void) | undefined;
    let stays = false;
    const hide = (event?: Event) => {
      if (stays && event && !isMeantFor(event, place.current)) return;
      stays = false;
      cancel?.();
      show('');
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat) return;
      if (!isChord(STOP_KEYS, event, mac)) return hide(event);
      event.preventDefault();
      show('Stopping all trading…');
      void stopTrading(bridge).then(({ text, isStopped }) => {
        show(text);
        stays = !isStopped;
        cancel?.();
        if (isStopped) cancel = delay(SHOWN_MS, hide);
      });
    };
    // Before anything on the page can keep the key for itself.
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('pointerdown', hide, { capture: true });
    return () => {
      cancel?.();
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('pointerdown', hide, { capture: true });
    };
  }, [bridge, show]);

  return <p ref={place} popover="manual" role="alert" className="stop-said" />;
}

const isMeantFor = (event: Event, element: HTMLElement | null): boolean =>
  event instanceof KeyboardEvent ? event.key === 'Escape' : event.target === element;

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
