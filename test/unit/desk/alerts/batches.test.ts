// A batch of mints is told as one: that it stands, and how it ended.
import { describe, expect, it } from 'vitest';
import type { BatchNews } from '#main/account/mints/batch-news.ts';
import { ACCOUNT, anIntent, createWorld, memoryStore } from '#test/unit/desk/alerts/world.ts';

const BATCH = '00000000-0000-4000-8000-0000000000b1';
const aBatch = (members: Partial<BatchNews>): BatchNews => ({
  kind: 'batch',
  batchId: BATCH,
  name: 'november',
  phase: 'ended',
  at: '70 of 70',
  summary: '70 completed, 0 rejected, 0 pending',
  text: '',
  isShort: false,
  isAnew: true,
  ...members,
});

describe('alerts of a batch', () => {
  it('tell quietly of one that got all it asked for, and as a refusal of one that did not', () => {
    const world = createWorld();
    world.news(aBatch({}));
    expect(world.notified).toMatchObject([
      {
        kind: 'mint',
        way: 'notify',
        title: 'Batch november: 70 completed, 0 rejected, 0 pending',
        target: { accountId: ACCOUNT, batchId: BATCH },
      },
    ]);
    const summary = '68 completed, 2 rejected, 0 pending';
    world.news(aBatch({ summary, isShort: true, text: 'Rejected by the issuer: B-7, B-9.' }));
    expect(world.notified.at(-1)).toMatchObject({
      kind: 'refusal',
      way: 'notify',
      title: `Batch november: ${summary}`,
      text: 'Rejected by the issuer: B-7, B-9. Practice, PRACTICE.',
    });
    expect(world.notifier.recent()).toHaveLength(1);
  });

  it('are not told to a person who wants none of their kind, nor in quiet hours', () => {
    const world = createWorld();
    const settings = world.store.settings();
    world.store.saveSettings({ ...settings, ways: { ...settings.ways, refusal: 'tray' } });
    world.news(aBatch({ isShort: true }));
    world.store.saveSettings({ ...settings, isDoNotDisturb: true });
    world.news(aBatch({ isShort: true }));
    expect(world.heard.filter(({ isOver }) => !isOver).map(({ way }) => way)).toEqual([
      'tray',
      'tray',
    ]);
    expect(world.notified).toEqual([]);
  });

  it('name one that stands once, also over the next start, until it goes on', () => {
    const store = memoryStore();
    const first = createWorld(store);
    const stands = { phase: 'stands', at: '173 of 300', isShort: true, isAnew: false } as const;
    first.news(aBatch({ ...stands, text: 'Ballast closed while the batch was running.' }));
    expect(first.notifier.recent()).toMatchObject([
      { title: 'Batch november is paused at 173 of 300', way: 'notify' },
    ]);
    const second = createWorld(store);
    second.news(aBatch(stands));
    expect(second.notified).toEqual([]);
    expect(second.notifier.recent()).toHaveLength(1);
    second.news(aBatch({ phase: 'goes-on' }));
    expect(second.notifier.recent()).toEqual([]);
    second.news(aBatch(stands));
    expect(second.notified).toHaveLength(1);
  });

  it('are the only ones: its rows are not told one by one', () => {
    const world = createWorld();
    for (const state of ['refused', 'not-sent', 'unknown'] as const)
      world.news({ kind: 'intent', intent: anIntent({ kind: 'mint', state }), batchId: BATCH });
    world.time.advance(10_000);
    expect(world.heard).toEqual([]);
    world.news({ kind: 'intent', intent: anIntent({ kind: 'mint', state: 'refused' }) });
    expect(world.heard).toHaveLength(1);
  });
});
