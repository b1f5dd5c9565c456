// Where a file goes, or which one is meant: asked by main, with a dialog of the system or for a path in words.
import { isAbsolute } from 'node:path';
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { QUESTIONS } from '#contract/questions.ts';
import type { Asking } from '#main/desk/asking.ts';
import type { Ports } from '#main/ports.ts';

type Deps = Pick<Ports, 'choosePlace'> & {
  asking: Pick<Asking, 'inLine' | 'ask'>;
  isLocked: () => boolean;
};

type Wish = {
  purpose: 'save' | 'open';
  title: (typeof QUESTIONS)[keyof typeof QUESTIONS];
  suggestedName: string;
  /** Where the path is typed. */
  action: string;
};

/** Null: none was chosen. */
export async function choosePlace(
  { choosePlace: choose, asking, isLocked }: Deps,
  { purpose, title, suggestedName, action }: Wish,
): Promise<Result<string | null>> {
  if (choose) {
    const chosen = await asking.inLine(title, () => choose(purpose, title, suggestedName));
    if ('why' in chosen) return notAllowed(`You were not asked: ${chosen.why}`);
    return isLocked() ? notAllowed('The desk was locked in the meantime.') : ok(chosen.value);
  }
  const said = await asking.ask({
    title,
    text: `Type the full path of ${purpose === 'save' ? `a new file, such as …/${suggestedName}` : 'the file'}.`,
    label: 'File',
    action,
  });
  if ('why' in said) return notAllowed(`No file was named: ${said.why}`);
  return isAbsolute(said.answer) ? ok(said.answer) : notAllowed('Type the full path of the file.');
}
