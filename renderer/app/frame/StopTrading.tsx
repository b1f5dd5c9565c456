import '#renderer/app/frame/stop-trading.css';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { STOP_TRADING, TRADING_IS_STOPPED } from '#contract/trading.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';
import { delay } from '#renderer/core/delay.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { neededContext } from '#renderer/session/needed-context.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { keysFor } from '#renderer/core/commands/key-choices.ts';
import { isChord, isMac, STOP_COMMAND, STOP_KEYS } from '#renderer/core/commands/keys.ts';
import { useUiDocuments } from '#renderer/session/use-ui-documents.ts';
import { formatExchangeTime } from '#renderer/ui/format.ts';
import { OverDialogs } from '#renderer/ui/Dialog.tsx';

type Props = { bridge: Bridge; feeds: AccountFeeds };

const SHOWN_MS = 8_000;
/** Its own keys, to which a person may add others. */
const STOP = { id: STOP_COMMAND, keys: [STOP_KEYS], needsModifier: true } as const;

/** Stops everything and answers the sentence to show. Asks nobody. */
async function stopTrading(bridge: Bridge): Promise<{ isStopped: boolean; text: string }> {
  const result = await bridge.call('trading.stop', {});
  if (!result.ok)
    return { isStopped: false, text: `Not stopped. ${describeFailure(result.failure)}` };
  const { stopNote = '' } = result.value;
  // As what happened and when: it may be read after somebody allowed trading again.
  const text = `All trading was stopped at ${formatExchangeTime(Date.now())} New York time, on every account. ${stopNote}`;
  return { isStopped: true, text: text.trim() };
}

type Switch = {
  stop(): void;
  /** All is stopped, by whomever: that a try of this window failed is no matter any more. */
  onStopped(): void;
};

const [SwitchContext, useSwitch] = neededContext<Switch>('a kill switch around it');

export const useStop = (): (() => void) => useSwitch().stop;

/**
 * The kill switch of a window: a button at one place, the same in every window and on every screen of it, over dialogs
 * too, and its keys, which work over whatever is open. It is never disabled: every press counts, and ends what may still
 * leave while all is stopped. What came of it is shown above dialogs, which cover the banner, for a while or until the
 * next key or click; that nothing was stopped stays until Escape, a click on it, or all is stopped.
 */
export function KillSwitch({ bridge, children }: { bridge: Bridge; children: ReactNode }) {
  const [{ draw, show, keep, hide, leave, settle }] = useState(createSaid);
  const stop = useCallback(() => {
    show('Stopping all trading…');
    void stopTrading(bridge).then(({ text, isStopped }) =>
      isStopped ? show(text, SHOWN_MS) : keep(text),
    );
  }, [bridge, show, keep]);

  const documents = useUiDocuments();
  useEffect(() => {
    const mac = isMac();
    const isStop = (event: KeyboardEvent): boolean =>
      (keysFor(STOP, documents.get('keys').changed) ?? STOP.keys).some((chord) =>
        isChord(chord, event, mac),
      );
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat) return;
      if (!isStop(event)) return leave(event);
      event.preventDefault();
      stop();
    };
    // Before anything on the page can keep the key for itself.
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('pointerdown', leave, { capture: true });
    return () => {
      hide();
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('pointerdown', leave, { capture: true });
    };
  }, [hide, leave, stop, documents]);

  const shared = useMemo(() => ({ stop, onStopped: settle }), [stop, settle]);
  const button = (
    <button type="button" className="stop-trading" onClick={stop}>
      {STOP_TRADING}
    </button>
  );
  return (
    <SwitchContext value={shared}>
      <OverDialogs value={button}>{children}</OverDialogs>
      <aside aria-label="Kill switch">{button}</aside>
      <p ref={draw} popover="manual" role="alert" className="stop-said" />
    </SwitchContext>
  );
}

/** The sentence above everything else, and how it goes. */
function createSaid() {
  let element: HTMLElement | null = null;
  let cancel: (() => void) | undefined;
  let stays = false;

  function show(text: string, ms?: number): void {
    cancel?.();
    stays = false;
    if (!element) return;
    element.textContent = text;
    // Shown again, so that it is above a dialog that opened since.
    element.hidePopover();
    if (text !== '') element.showPopover();
    if (ms !== undefined) cancel = delay(ms, hide);
  }

  const hide = (): void => show('');

  return {
    draw(drawn: HTMLElement | null) {
      element = drawn;
    },
    show,
    hide,
    /** Stays until it is meant itself. */
    keep(text: string) {
      show(text);
      stays = true;
    },
    /** A key or a click. */
    leave(event: Event) {
      if (!stays || isMeantFor(event, element)) hide();
    },
    settle() {
      if (stays) hide();
    },
  };
}

const isMeantFor = (event: Event, element: HTMLElement | null): boolean =>
  event instanceof KeyboardEvent ? event.key === 'Escape' : event.target === element;

/** Where there is no banner: a locked desk, an account that is not open. What ends it is elsewhere. */
export function StoppedLine({ desk }: { desk: DeskState | undefined }) {
  const { onStopped } = useSwitch();
  const isStopped = desk?.isStopped === true;
  useEffect(() => {
    if (isStopped) onStopped();
  }, [isStopped, onStopped]);
  if (!isStopped) return null;
  return (
    <section className="banner" aria-label={TRADING_IS_STOPPED}>
      <strong>{TRADING_IS_STOPPED}, on every account.</strong> {desk.stopNote}
    </section>
  );
}

export function StoppedBanner({ bridge, feeds }: Props) {
  const trading = useSlice(feeds.trading, 'trading');
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<string>();
  const { onStopped } = useSwitch();
  const isStopped = trading?.isStopped ?? false;
  useEffect(() => {
    if (isStopped) onStopped();
  }, [isStopped, onStopped]);
  if (!trading?.isStopped) return null;

  async function resume(): Promise<void> {
    setAsking(true);
    setAnswer(undefined);
    const result = await bridge.call('trading.resume', {});
    setAsking(false);
    if (!result.ok) setAnswer(describeFailure(result.failure));
  }

  return (
    <section className="banner stopped" aria-label={TRADING_IS_STOPPED}>
      <p>
        <strong>{TRADING_IS_STOPPED}, on every account.</strong> Open orders stay open until you
        cancel them. You can still cancel orders and place orders that reduce a position.{' '}
        {trading.stopNote !== undefined && <strong role="alert">{trading.stopNote}</strong>}
      </p>
      <p className="stopped-answer" role="status">
        {isAsking ? whereAsked(QUESTIONS.allowTrading) : answer}
      </p>
      <button type="button" disabled={isAsking} onClick={() => void resume()}>
        Allow trading…
      </button>
    </section>
  );
}
