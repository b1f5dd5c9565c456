import { describe, expect, it } from 'vitest';
import {
  DEFAULT_NAME,
  layoutName,
  layoutNameIssue,
  readCurrent,
  readLayout,
  withGaps,
} from '#renderer/screens/desk/workspace/layout-document.ts';

const KINDS = ['chart', 'orders'];

const panel = (id: string, contentComponent: string) => ({ id, contentComponent, title: id });
const leaf = (id: string, views: string[]) => ({
  type: 'leaf',
  size: 300,
  data: { id, views, activeView: views[0] },
});
const layout = () => ({
  grid: {
    root: {
      type: 'branch',
      size: 800,
      data: [leaf('1', ['chart', 'chart-2']), leaf('2', ['orders'])],
    },
    width: 1400,
    height: 800,
    orientation: 'HORIZONTAL',
  },
  panels: {
    chart: panel('chart', 'chart'),
    'chart-2': panel('chart-2', 'chart'),
    orders: panel('orders', 'orders'),
  },
  activeGroup: '1',
});

describe('a layout that was kept', () => {
  it('is read as it was written, with what the library added to it', () => {
    const kept = { ...layout(), more: { of: 'the library' } };
    expect(readLayout(JSON.parse(JSON.stringify(kept)), KINDS)).toEqual(kept);
  });

  it('may have floating groups', () => {
    const floating = layout();
    floating.grid.root.data.pop();
    const kept = {
      ...floating,
      floatingGroups: [
        {
          data: { id: '3', views: ['orders'] },
          position: { left: 10, top: 10, width: 300, height: 200 },
        },
      ],
    };
    expect(readLayout(kept, KINDS)).toEqual(kept);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['text', 'grid'],
    ['a list', []],
    ['no grid', { panels: layout().panels }],
    ['no panels', { ...layout(), panels: {} }],
    ['a panel that does not exist', { ...layout(), panels: { a: panel('a', 'bomb') } }],
    [
      'a panel under another name',
      { ...layout(), panels: { ...layout().panels, x: panel('y', 'chart') } },
    ],
    [
      'a panel without a place',
      { ...layout(), panels: { ...layout().panels, x: panel('x', 'chart') } },
    ],
    ['a size that is none', { ...layout(), grid: { ...layout().grid, width: -1 } }],
    ['an unknown orientation', { ...layout(), grid: { ...layout().grid, orientation: 'UP' } }],
    [
      'a place without a panel',
      {
        ...layout(),
        grid: { ...layout().grid, root: { type: 'branch', data: [leaf('1', ['gone'])] } },
      },
    ],
    [
      'a panel in two places',
      {
        ...layout(),
        grid: {
          ...layout().grid,
          root: {
            type: 'branch',
            data: [leaf('1', ['chart', 'chart-2', 'orders']), leaf('2', ['orders'])],
          },
        },
      },
    ],
    ['a leaf as its root', { ...layout(), grid: { ...layout().grid, root: leaf('1', ['chart']) } }],
  ])('is refused with %s', (_what, stored) => {
    expect(readLayout(stored, KINDS)).toBeUndefined();
  });

  it.each([undefined, 7, { name: 7 }, { name: 'x'.repeat(50), layout: {} }])(
    'in use falls back to the standard one when its note is %j',
    (stored) => {
      expect(readCurrent(stored)).toEqual({ name: DEFAULT_NAME, layout: undefined });
    },
  );
});

describe('a name for a layout', () => {
  it.each([
    '',
    '   ',
    DEFAULT_NAME,
    'Ｓtandard',
    'a\u3164',
    'x'.repeat(41),
    '__proto__',
    'toString',
    'a\nb',
  ])('cannot be %j', (name) => {
    expect(layoutNameIssue(name)).toBeTypeOf('string');
  });

  it.each(['Morning', ' two charts ', 'Übersicht'])('can be %j', (name) => {
    expect(layoutNameIssue(name)).toBeUndefined();
  });

  it('is the one that is there, when it only looks another', () => {
    expect(layoutName({ Morning: {} }, ' Ｍorning ')).toBe('Morning');
    expect(layoutName({ Morning: {} }, ' Evening ')).toBe('Evening');
  });
});

describe('the gaps between panels', () => {
  const sized = (size: number, more: object = {}) => ({
    ...leaf('1', ['chart']),
    size,
    ...more,
  });
  const grid = (root: object) =>
    ({ grid: { root, width: 1400, height: 800, orientation: 'HORIZONTAL' } }) as never;
  const sizesIn = (root: object) =>
    (withGaps(grid(root)).grid.root.data as { size?: number }[]).map(({ size }) => size);

  it('are shared by the panels of a row, so that together they fill it', () => {
    const row = { type: 'branch', data: [sized(319), sized(787), sized(306)] };
    expect(sizesIn(row)).toEqual([323, 791, 310]);
  });

  it('are none where a panel is alone', () => {
    expect(sizesIn({ type: 'branch', data: [sized(1424)] })).toEqual([1424]);
  });

  it('are not given to what is hidden, nor counted for it', () => {
    const row = { type: 'branch', data: [sized(697), sized(697), sized(200, { visible: false })] };
    expect(sizesIn(row)).toEqual([700, 700, 200]);
  });

  it('are shared at every depth', () => {
    const row = { type: 'branch', size: 519, data: [sized(709), sized(709)] };
    const column = { type: 'branch', data: [row, sized(258)] };
    const [upper, lower] = withGaps(grid(column)).grid.root.data as { size: number }[];
    expect([upper?.size, lower?.size]).toEqual([522, 261]);
    expect(upper).toMatchObject({ data: [{ size: 712 }, { size: 712 }] });
  });
});
