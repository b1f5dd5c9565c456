import type { ActivityLine } from '#contract/activity.ts';
import { buttons, figures, moments, type Column } from '#renderer/ui/table/column.ts';
import { momentText, type ExportColumn } from '#renderer/ui/table/export-text.ts';

const KIND_WORDS: Record<ActivityLine['kind'], string> = {
  intent: 'decided',
  evidence: 'evidence',
  gap: 'gap',
  stream: 'stream',
  desk: 'desk',
};

const TONES: Record<string, string> = {
  refused: 'down',
  lost: 'warning',
  conflict: 'warning',
  unknown: 'warning',
  'set-aside': 'warning',
  reconnecting: 'warning',
  open: 'warning',
  stopped: 'down',
};

export const activityColumns = (
  now: number,
  onOpen: (line: ActivityLine) => void,
  onCopy: (requestId: string) => void,
  hide: (text: string) => string,
): Column<ActivityLine>[] => [
  moments('Time', 132, now, ({ at }) => at),
  { id: 'kind', head: 'Kind', width: 80, cell: ({ kind }) => KIND_WORDS[kind] },
  {
    id: 'detail',
    head: 'State',
    width: 108,
    className: ({ detail }) => TONES[detail ?? ''],
    cell: ({ detail }) => detail?.replaceAll('-', ' ') ?? '–',
  },
  { id: 'symbol', head: 'Symbol', width: 68, cell: ({ symbol }) => symbol ?? '–' },
  {
    id: 'text',
    head: 'What happened',
    width: 342,
    isGrowing: true,
    className: ({ kind }) => (kind === 'intent' ? 'activity-decided' : undefined),
    cell: ({ text }) => hide(text),
    tooltip: ({ text }) => hide(text),
  },
  figures('status', 'Status', 56, ({ status }) => status ?? '', {
    title: "Status code of the broker's answer",
    fold: 1,
    className: ({ status }) => `num ${status !== undefined && status >= 400 ? 'down' : ''}`,
  }),
  {
    id: 'request',
    head: 'Request',
    title: "The broker's request id",
    width: 132,
    fold: 2,
    cell: ({ requestId }) =>
      requestId !== undefined && (
        <button
          type="button"
          className="quiet activity-request cut num"
          title={`Copy ${requestId}`}
          aria-label={`Copy request id ${requestId}`}
          onClick={() => onCopy(requestId)}
        >
          {requestId}
        </button>
      ),
  },
  buttons(
    84,
    (line) =>
      line.intentId !== undefined && (
        <button
          type="button"
          className="small"
          aria-label={`Evidence: ${hide(line.text)}`}
          onClick={() => onOpen(line)}
        >
          Evidence
        </button>
      ),
  ),
];

export const ACTIVITY_EXPORT: readonly ExportColumn<ActivityLine>[] = [
  ['at', ({ at }) => momentText(at)],
  ['kind', ({ kind }) => kind],
  ['state', ({ detail }) => detail],
  ['symbol', ({ symbol }) => symbol],
  ['text', ({ text }) => text],
  ['status', ({ status }) => status?.toString()],
  ['request_id', ({ requestId }) => requestId],
  ['intent_id', ({ intentId }) => intentId],
  ['order_id', ({ orderId }) => orderId],
  ['line_id', ({ lineId }) => lineId],
];
