// Where a file of the page goes: in Electron main asks with the system's dialog, in a browser tab it is a download.
import type { Bridge } from '#contract/bridge.ts';
import { MOST_FILE_CHARS } from '#contract/files.ts';
import { invalid, ok, type Result } from '#contract/failure.ts';
import { delay } from '#renderer/core/delay.ts';

const TYPES: Record<string, string> = { csv: 'text/csv', json: 'application/json' };

/** Answers in words what became of it; an empty text when the person thought better of it. */
export async function saveFile(
  bridge: Bridge,
  suggestedName: string,
  text: string,
): Promise<Result<string>> {
  if (text.length > MOST_FILE_CHARS)
    return invalid('This is too large for one file. Narrow the filter and export it in parts.');
  const info = await bridge.call('desk.info', {});
  if (!info.ok) return info;
  if (info.value.shell === 'web') {
    download(suggestedName, text);
    return ok(`${suggestedName} is in your downloads.`);
  }
  const saved = await bridge.call('files.save', { suggestedName, text });
  if (!saved.ok) return saved;
  return ok(saved.value.path === null ? '' : `Saved as ${saved.value.path}.`);
}

function download(name: string, text: string): void {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun with its own copy.
  delay(10_000, () => URL.revokeObjectURL(address));
}
