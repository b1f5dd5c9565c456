// Tickets that a person gave a name: how much, of what kind, and the exits by distance. Prices belong to one symbol and
// one moment and are not kept. The document is checked on both sides of the bridge.
import { isSameName, isSeen, UNSEEN_IN_NAME } from '#contract/names.ts';
import { TicketPreset, type Presets } from '#contract/ui.ts';
import type { TicketFields } from '#renderer/trading/ticket/ticket.ts';
import { CLASS_WORDS, SIZE_WORDS, typeWord } from '#renderer/trading/ticket/ticket-words.ts';

const MOST_PRESETS = 50;

type NamedPresets = Presets['presets'];

/** The presets with the ticket under this name, in place of one of the same name; a sentence when that cannot be. */
export function withPreset(
  presets: NamedPresets,
  name: string,
  fields: TicketFields,
): NamedPresets | string {
  const isDistance = fields.exitUnit !== 'price';
  return withOne(presets, {
    name,
    sizeIn: fields.sizeIn,
    size: fields[sizeName(fields.sizeIn)].trim(),
    type: fields.type,
    timeInForce: fields.timeInForce,
    orderClass: fields.orderClass,
    extendedHours: fields.extendedHours,
    trailUnit: fields.trailUnit,
    trail: fields.trail.trim(),
    exitUnit: fields.exitUnit,
    takeProfit: isDistance ? fields.takeProfit.trim() : '',
    stopLoss: isDistance ? fields.stopLoss.trim() : '',
  });
}

export function renamed(presets: NamedPresets, from: string, to: string): NamedPresets | string {
  const preset = presets.find(({ name }) => name === from);
  if (!preset) return 'That preset is gone.';
  const others = withoutPreset(presets, from);
  if (others.some(({ name }) => isSameName(name, to)))
    return 'Another preset has this name already.';
  return withOne(others, { ...preset, name: to });
}

export const withoutPreset = (presets: NamedPresets, name: string): NamedPresets =>
  presets.filter((preset) => preset.name !== name);

function withOne(presets: NamedPresets, one: TicketPreset): NamedPresets | string {
  const preset = TicketPreset.safeParse(one);
  if (!preset.success)
    return preset.error.issues.some(({ path }) => path[0] === 'name')
      ? 'Give the preset a name of at most 40 characters.'
      : 'A number in the ticket is too long to be saved.';
  const { name } = preset.data;
  if (!isSeen(name)) return `The name of the preset ${UNSEEN_IN_NAME}.`;
  const others = presets.filter((other) => !isSameName(other.name, name));
  if (others.length >= MOST_PRESETS)
    return `There are ${MOST_PRESETS} presets already. Delete one to save another.`;
  return [...others, preset.data].sort((a, b) => a.name.localeCompare(b.name));
}

/** What a preset changes in the ticket. A size or an exit that it does not have stays as it is. */
export function changeOf(preset: TicketPreset): Partial<TicketFields> {
  const { name: _, size, takeProfit, stopLoss, trail, ...choices } = preset;
  return {
    ...choices,
    ...(size !== '' && { [sizeName(preset.sizeIn)]: size }),
    ...(trail !== '' && { trail }),
    ...(preset.exitUnit !== 'price' && { takeProfit, stopLoss }),
  };
}

const sizeName = (unit: TicketPreset['sizeIn']) => (unit === 'shares' ? 'qty' : unit);

const UNIT_SIGN = { price: '', percent: '%', dollars: ' dollars' } as const;

/** '10 shares, limit, bracket 5% and 2%' */
export function presetWords(preset: TicketPreset): string {
  const { size, sizeIn, type, orderClass, exitUnit, takeProfit, stopLoss } = preset;
  const exits = [takeProfit, stopLoss].filter(Boolean).map((exit) => exit + UNIT_SIGN[exitUnit]);
  return [
    size !== '' && `${size} ${SIZE_WORDS[sizeIn].toLowerCase()}`,
    typeWord(type).toLowerCase(),
    orderClass !== 'simple' && [CLASS_WORDS[orderClass], exits.join(' and ')].join(' ').trim(),
  ]
    .filter((word) => word !== false)
    .join(', ');
}
