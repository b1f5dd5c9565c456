import { useEffect, useMemo } from 'react';
import type { PriceAlert } from '#contract/alerts.ts';
import { Decimal } from '#contract/decimal.ts';
import { describeFailure } from '#contract/failure.ts';
import type { AlertMark } from '#renderer/chart/alerts/alert-handle.ts';
import type { Undo } from '#renderer/chart/use-undo.ts';
import { isMore } from '#renderer/core/exact.ts';
import { createListeners } from '#renderer/core/listeners.ts';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useWindowNews } from '#renderer/session/use-window-news.ts';
import { formatExchangeMoment, formatPrice } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Rule = { kind: 'above' | 'below'; price: Decimal };
/** One at a price: those of a percentage have none of their own. */
type LevelAlert = Omit<PriceAlert, 'rule'> & { rule: Rule };

/** Between the charts of this window; the other windows hear it by their own way. */
const changes = createListeners();

/** The price alerts of a symbol, drawn on its chart, and the ways to change them. */
export function useChartAlerts(symbol: string, undo: Undo, lastClose: () => number | undefined) {
  const { bridge, profile, feeds, screen, toast } = useSession();
  const { accountId } = profile;
  const { value, ask } = useCall(bridge, 'priceAlerts.list', { accountId });
  const news = useWindowNews();
  const now = useNow(60_000);
  // One fires, another chart or window changes them, or a person comes back from the settings.
  useEffect(() => bridge.watch('alerts', {}, () => void ask()), [bridge, ask]);
  useEffect(() => changes.add(() => void ask()), [ask]);
  useEffect(() => news.on(({ kind }) => kind === 'remembered' && void ask()), [news, ask]);
  useEffect(() => {
    if (screen === 'desk') void ask();
  }, [screen, ask]);

  const alerts = useMemo(
    () =>
      (value ?? []).filter(
        (alert): alert is LevelAlert => alert.symbol === symbol && alert.rule.kind !== 'move',
      ),
    [value, symbol],
  );
  const marks = useMemo(() => alerts.map((alert) => markOf(alert, now)), [alerts, now]);

  function tell(): void {
    changes.notify();
    news.tell({ kind: 'remembered' });
  }

  /** Which way it is from where the price is. */
  function ruleOf(price: string): Rule | undefined {
    const known = feeds.prices.get(symbol)?.price ?? lastClose()?.toFixed(9);
    if (known === undefined) return undefined;
    return { kind: isMore(price, known) ? 'above' : 'below', price: Decimal.parse(price) };
  }

  /** Answers the new one's id, or what went wrong in words. */
  async function set(rule: Rule | undefined): Promise<{ id: string } | { problem: string }> {
    if (!rule) return { problem: `The price of ${symbol} is not known yet.` };
    const before = new Set((value ?? []).map(({ priceAlertId }) => priceAlertId));
    const told = await bridge.call('priceAlerts.add', { accountId, symbol, rule });
    if (!told.ok) return { problem: describeFailure(told.failure) };
    tell();
    const added = told.value.findLast(({ priceAlertId }) => !before.has(priceAlertId));
    return { id: added?.priceAlertId ?? '' };
  }

  async function drop(priceAlertId: string): Promise<boolean> {
    const told = await bridge.call('priceAlerts.remove', { accountId, priceAlertId });
    if (told.ok) tell();
    else
      toast({ kind: 'bad', text: `The alert was not removed. ${describeFailure(told.failure)}` });
    return told.ok;
  }

  /** Answers what went wrong, in words. */
  async function add(price: string): Promise<string | undefined> {
    const made = await set(ruleOf(price));
    if ('problem' in made) return made.problem;
    undo.push(`Alert at ${formatPrice(price)} set.`, () => void drop(made.id));
    return undefined;
  }

  async function move(id: string, price: string): Promise<void> {
    const old = alerts.find(({ priceAlertId }) => priceAlertId === id);
    // The new one first: whatever goes wrong, a person is told at one of both.
    const made = await set(ruleOf(price));
    if ('problem' in made)
      return toast({ kind: 'bad', text: `The alert was not moved. ${made.problem}` });
    await drop(id);
    if (!old) return;
    undo.push(`Alert moved to ${formatPrice(price)}.`, () => {
      void set(old.rule).then((back) => {
        if ('problem' in back)
          return toast({ kind: 'bad', text: `The alert stays where it is. ${back.problem}` });
        return void drop(made.id);
      });
    });
  }

  async function remove(id: string): Promise<void> {
    const old = alerts.find(({ priceAlertId }) => priceAlertId === id);
    if (!(await drop(id)) || !old) return;
    undo.push(`${titleOf(old, now)} removed.`, () => {
      void set(old.rule).then((back) => {
        if ('problem' in back)
          toast({ kind: 'bad', text: `The alert could not be brought back. ${back.problem}` });
      });
    });
  }

  return { alerts, marks, add, move, remove };
}

export const titleOf = ({ rule, firedAt }: LevelAlert, now: number): string =>
  `Alert at ${formatPrice(rule.price)}${firedAt === undefined ? '' : `, triggered ${formatExchangeMoment(firedAt, now)}`}`;

const markOf = (alert: LevelAlert, now: number): AlertMark => ({
  id: alert.priceAlertId,
  price: Number(alert.rule.price), // on its way into a drawing
  title: titleOf(alert, now),
  isOver: alert.firedAt !== undefined,
});
