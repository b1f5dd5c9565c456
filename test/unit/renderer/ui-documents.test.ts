import { describe, expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { ok, type Result } from '#contract/failure.ts';
import { uiAreas } from '#contract/ui.ts';
import { createUiDocuments } from '#renderer/core/documents/ui-documents.ts';

function setUp(answer: Result<unknown> = ok(null)) {
  const asked: { name: string; input: unknown }[] = [];
  const due: (() => void)[] = [];
  const bridge = {
    async call(name: string, input: unknown) {
      asked.push({ name, input });
      if (name !== 'ui.get') return answer;
      const stored = Object.entries(uiAreas).map(([area, schema]) => [area, schema.parse({})]);
      return ok({
        ...Object.fromEntries(stored),
        appearance: { ...uiAreas.appearance.parse({}), theme: 'light' },
      });
    },
  } as unknown as Bridge;
  const delay = (_ms: number, run: () => void) => {
    due.push(run);
    return () => due.splice(due.indexOf(run), 1);
  };
  let written = 0;
  const documents = createUiDocuments({ bridge, delay, onWritten: () => written++ });
  return { documents, asked, due, written: () => written };
}

describe('what the page remembers', () => {
  it('has defaults until it is read', async () => {
    const { documents } = setUp();
    expect(documents.get('appearance').theme).toBe('system');
    expect(await documents.load()).toBeUndefined();
    expect(documents.get('appearance').theme).toBe('light');
  });

  it('changes at once and is written once for many changes', () => {
    const { documents, asked, due } = setUp();
    for (const theme of ['dark', 'light', 'high-contrast'] as const)
      documents.set('appearance', { ...documents.get('appearance'), theme });
    expect(documents.get('appearance').theme).toBe('high-contrast');
    expect([asked.length, due.length]).toEqual([0, 1]);
    due[0]?.();
    expect(asked).toMatchObject([
      { name: 'ui.set', input: { area: 'appearance', value: { theme: 'high-contrast' } } },
    ]);
  });

  it('is written before the page goes, and not a second time', () => {
    const { documents, asked, due } = setUp();
    documents.set('layouts', { saved: {}, current: 1 });
    documents.flush();
    expect([asked.length, due.length]).toEqual([1, 0]);
    documents.flush();
    expect(asked).toHaveLength(1);
  });

  it('keeps a change that was made while it was being read', async () => {
    const { documents } = setUp();
    const loading = documents.load();
    documents.set('appearance', { ...documents.get('appearance'), theme: 'dark' });
    await loading;
    expect(documents.get('appearance').theme).toBe('dark');
  });

  it('takes over what another window changed, but not its layout, nor what is on its way from here', async () => {
    const { documents } = setUp();
    documents.set('layouts', { saved: { mine: 1 }, current: 'here' });
    documents.flush();
    await documents.refresh();
    expect(documents.get('appearance').theme).toBe('light');
    expect(documents.get('layouts').saved).toEqual({ mine: 1 });
    // By now it was written; what is read from here on is as new.
    await documents.refresh();
    expect(documents.get('layouts')).toEqual({ saved: {}, current: 'here' });
  });

  it('says when something could not be kept', async () => {
    const { documents } = setUp({ ok: false, failure: { kind: 'offline', message: 'Gone.' } });
    const problems: string[] = [];
    documents.onProblem((text) => problems.push(text));
    documents.set('layouts', { saved: {} });
    documents.flush();
    await expect.poll(() => problems).toEqual(['The layouts could not be remembered. Gone.']);
  });
});

describe('other windows', () => {
  it('are told when something was written, and not when it was not', async () => {
    const kept = setUp();
    kept.documents.set('layouts', { saved: {} });
    expect(kept.written()).toBe(0);
    kept.documents.flush();
    await expect.poll(kept.written).toBe(1);
    const lost = setUp({ ok: false, failure: { kind: 'offline', message: 'Gone.' } });
    const problems: string[] = [];
    lost.documents.onProblem((text) => problems.push(text));
    lost.documents.set('layouts', { saved: {} });
    lost.documents.flush();
    await expect.poll(() => problems).toHaveLength(1);
    expect(lost.written()).toBe(0);
  });
});

describe('a choice about safety', () => {
  it('is asked of main at once, alone, and shows when main has taken it', async () => {
    const { documents, asked, due, written } = setUp();
    const taken = documents.commit({ isReviewSkipped: true });
    expect([documents.isCommitting(), documents.get('appearance').isReviewSkipped]).toEqual([
      true,
      false,
    ]);
    expect(await taken).toBeUndefined();
    expect(asked).toMatchObject([
      { input: { value: { isReviewSkipped: true }, members: ['isReviewSkipped'] } },
    ]);
    expect([documents.isCommitting(), documents.get('appearance').isReviewSkipped]).toEqual([
      false,
      true,
    ]);
    expect([due.length, written()]).toEqual([0, 1]);
  });

  it('stays as it was when main did not take it', async () => {
    const { documents } = setUp({ ok: false, failure: { kind: 'offline', message: 'Gone.' } });
    expect(await documents.commit({ isReviewSkipped: true })).toBe('Gone.');
    expect([documents.isCommitting(), documents.get('appearance').isReviewSkipped]).toEqual([
      false,
      false,
    ]);
  });

  it('goes to main in the order in which it was made', async () => {
    const { documents, asked } = setUp();
    await Promise.all([
      documents.commit({ isReviewSkipped: true }),
      documents.commit({ isReviewSkipped: false }),
    ]);
    expect(asked.map(({ input }) => input)).toMatchObject([
      { value: { isReviewSkipped: true } },
      { value: { isReviewSkipped: false } },
    ]);
    expect(documents.get('appearance').isReviewSkipped).toBe(false);
  });
});

describe('what is written', () => {
  it('names the members that were changed, and hidden amounts do not wait', () => {
    const { documents, asked, due } = setUp();
    const change = (part: object) =>
      documents.set('appearance', { ...documents.get('appearance'), ...part });
    change({ theme: 'dark' });
    change({ isCompact: false });
    expect([asked.length, due.length]).toEqual([0, 1]);
    change({ isPrivate: true });
    expect(due).toHaveLength(0);
    expect(asked).toMatchObject([
      { input: { area: 'appearance', members: ['theme', 'isCompact', 'isPrivate'] } },
    ]);
  });
});
