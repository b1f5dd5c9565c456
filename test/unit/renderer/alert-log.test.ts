import { describe, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import type { Bridge, FeedEvent } from '#contract/bridge.ts';
import { ok } from '#contract/failure.ts';
import { createAlertLog } from '#renderer/core/alert-log.ts';
import { noticeOf, toastOf } from '#renderer/app/frame/alert-notices.ts';

const NOW = 1_000_000;
const alert = (alertId: string, at = NOW): Alert => ({
  alertId,
  kind: 'fill',
  at,
  title: `Bought ${alertId}`,
  text: 'Practice account.',
  target: { accountId: '7b2f6f0e-6a39-4c3f-9a4e-0f8ad1f0a001' },
  way: 'notify',
});

function begin() {
  const calls: unknown[] = [];
  let onEvent: (event: FeedEvent<Alert>) => void = () => undefined;
  const log = createAlertLog({
    now: () => NOW,
    bridge: {
      call: (async (_name: string, input: unknown) => {
        calls.push(input);
        return ok(null);
      }) as Bridge['call'],
      watch: (_feed, _params, listener) => {
        onEvent = listener as typeof onEvent;
        return () => undefined;
      },
    },
  });
  const news: string[] = [];
  const over: string[] = [];
  log.onNews(({ alertId }) => news.push(alertId));
  log.onOver((alertId) => over.push(alertId));
  log.start();
  let seq = 0;
  return {
    log,
    calls,
    news,
    over,
    hear: (items: Alert[], reset = false) => onEvent({ kind: 'batch', seq: ++seq, reset, items }),
  };
}

describe('alerts in the page', () => {
  it('lists what was told before and announces none of it', () => {
    const { log, news, hear } = begin();
    hear([alert('a'), alert('b')], true);
    expect(log.all().map(({ alertId }) => alertId)).toEqual(['b', 'a']);
    expect([news, log.unseen()]).toEqual([[], 0]);
  });

  it('announces what comes later, once', () => {
    const { log, news, hear } = begin();
    hear([], true);
    hear([alert('a')]);
    hear([alert('a')]);
    expect([news, log.unseen()]).toEqual([['a'], 1]);
    log.markSeen();
    expect(log.unseen()).toBe(0);
  });

  it('announces after a cut only what it has not heard and what is still fresh', () => {
    const { log, news, hear } = begin();
    hear([alert('a')], true);
    const unseen = (...args: Parameters<typeof alert>) =>
      ({ ...alert(...args), isUnseen: true }) as const;
    hear([alert('a'), unseen('old', NOW - 120_000), unseen('new')], true);
    expect(news).toEqual(['new']);
    expect(log.all()).toHaveLength(3);
    expect(log.unseen()).toBe(2);
  });

  it('takes away what is over, when it is told and when it is missing after a cut', () => {
    const { log, news, over, hear } = begin();
    hear([alert('a'), alert('b')], true);
    hear([alert('c'), alert('d')]);
    hear([{ ...alert('c'), isOver: true }]);
    expect(over).toEqual(['c']);
    expect(log.unseen()).toBe(1);
    expect(log.all().map(({ alertId }) => alertId)).toEqual(['d', 'b', 'a']);
    hear([alert('a'), alert('d'), alert('e')], true);
    expect(over).toEqual(['c', 'b']);
    expect(log.all().map(({ alertId }) => alertId)).toEqual(['e', 'd', 'a']);
    expect(news).toEqual(['c', 'd', 'e']);
    // What was never heard of is not news when it is over.
    hear([alert('f'), { ...alert('f'), isOver: true }]);
    expect([news, log.all().length]).toEqual([['c', 'd', 'e'], 3]);
  });

  it('counts what nobody has looked at before a reload, and tells main when somebody does', () => {
    const { log, news, calls, hear } = begin();
    const waiting = { ...alert('b'), isUnseen: true } as const;
    hear([alert('a'), waiting], true);
    expect([news, log.unseen()]).toEqual([[], 1]);
    hear([alert('c')]);
    expect(log.unseen()).toBe(2);
    log.markSeen();
    expect(calls).toEqual([{ alertIds: ['c', 'b'] }]);
    log.markSeen();
    expect([log.unseen(), calls.length]).toEqual([0, 1]);
  });

  it('forgets after a cut what was looked at in another window', () => {
    const { log, hear } = begin();
    let told = 0;
    hear([], true);
    hear([alert('a'), alert('b')]);
    log.on(() => told++);
    hear([alert('a'), { ...alert('b'), isUnseen: true }], true);
    expect([log.unseen(), told]).toEqual([1, 1]);
  });

  it('keeps the newest fifty', () => {
    const { log, hear } = begin();
    hear([], true);
    hear(Array.from({ length: 60 }, (_, nth) => alert(String(nth))));
    expect([log.all().length, log.all()[0]?.alertId, log.unseen()]).toEqual([50, '59', 50]);
  });
});

describe('how loud an alert is in the page', () => {
  const browser = { isVisible: true, isBrowser: true, isPermitted: true };

  it('only lists what is for the tray', () => {
    for (const isVisible of [true, false])
      expect(noticeOf({ way: 'tray' }, { ...browser, isVisible })).toEqual({
        isToast: false,
        isNotification: false,
        isSound: false,
      });
  });

  it('shows a notice in sight and notifies out of sight', () => {
    expect(noticeOf({ way: 'notify' }, browser)).toMatchObject({
      isToast: true,
      isNotification: false,
    });
    expect(noticeOf({ way: 'sound' }, { ...browser, isVisible: false })).toEqual({
      isToast: false,
      isNotification: true,
      isSound: true,
    });
  });

  it('leaves notifications and sound to the desktop application, and to a browser that allows them', () => {
    const hidden = { ...browser, isVisible: false };
    expect(noticeOf({ way: 'sound' }, { ...hidden, isBrowser: false })).toMatchObject({
      isNotification: false,
      isSound: false,
    });
    expect(noticeOf({ way: 'sound' }, { ...hidden, isPermitted: false }).isNotification).toBe(
      false,
    );
  });

  it('keeps bad news up', () => {
    expect(toastOf({ ...alert('a'), kind: 'unknown' }).kind).toBe('bad');
    expect(toastOf(alert('a'))).toEqual({
      kind: 'good',
      text: 'Bought a. Practice account.',
      id: 'a',
    });
    expect(toastOf({ ...alert('a'), kind: 'price' }).kind).toBe('note');
  });
});
