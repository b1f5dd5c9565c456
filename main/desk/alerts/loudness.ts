// How loud an alert may be now.
import type { AlertKind, AlertSettings, AlertWay } from '#contract/alerts.ts';

export const DEFAULT_ALERTS: AlertSettings = {
  ways: {
    fill: 'notify',
    cancel: 'tray',
    refusal: 'notify',
    unknown: 'sound',
    late: 'sound',
    expired: 'notify',
    'guard-stop': 'tray',
    mint: 'notify',
    price: 'sound',
    'stream-down': 'notify',
    journal: 'sound',
  },
  isDoNotDisturb: false,
  streamDownAfterSeconds: 15,
};

/** Quiet hours and do not disturb leave the line in the tray and take the rest. */
export function wayOf(kind: AlertKind, settings: AlertSettings, wall: number): AlertWay {
  const way = settings.ways[kind];
  const isLoud = way === 'notify' || way === 'sound';
  return isLoud && (settings.isDoNotDisturb || isQuiet(settings, wall)) ? 'tray' : way;
}

function isQuiet({ quietHours }: AlertSettings, wall: number): boolean {
  if (!quietHours) return false;
  const from = minutesOf(quietHours.from);
  const to = minutesOf(quietHours.to);
  const local = new Date(wall);
  const now = local.getHours() * 60 + local.getMinutes();
  // Past midnight, the evening and the morning both count.
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
