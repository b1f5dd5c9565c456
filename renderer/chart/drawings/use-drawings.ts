import type { Drawing } from '#contract/drawings.ts';
import { withChange, type DrawingChange } from '#renderer/chart/drawings/document.ts';
import { drawingName } from '#renderer/chart/drawings/words.ts';
import type { Undo } from '#renderer/chart/use-undo.ts';
import { useSession } from '#renderer/session/session.ts';
import { useUiDocument, useUiDocuments } from '#renderer/session/use-ui-documents.ts';

const NONE: readonly Drawing[] = [];

/** What is drawn on a symbol, the same in every chart and window, and the way to change it. */
export function useDrawings(symbol: string, undo: Undo) {
  const documents = useUiDocuments();
  const [{ symbols }] = useUiDocument('drawings');
  const { toast } = useSession();

  /** Answers what had to go for it. */
  function apply(of: string, made: DrawingChange) {
    const { document, dropped } = withChange(documents.get('drawings'), of, made);
    documents.set('drawings', document);
    return dropped;
  }

  function change(made: DrawingChange): void {
    const dropped = apply(symbol, made);
    for (const { symbol: of, drawing } of dropped)
      toast({
        kind: 'note',
        text: `There is no room for more drawings. The oldest of ${of} was removed: ${drawingName(drawing)}.`,
      });
    undo.push(wordsOf(made), () => {
      apply(symbol, { before: made.after, after: made.before });
      for (const { symbol: of, drawing } of dropped) apply(of, { before: [], after: [drawing] });
    });
  }

  return { drawings: symbols[symbol] ?? NONE, change };
}

function wordsOf({ before, after }: DrawingChange): string {
  const [first] = after.length > 0 ? after : before;
  const what =
    first && Math.max(before.length, after.length) === 1
      ? drawingName(first)
      : `${before.length} drawings`;
  return `${what} ${before.length === 0 ? 'drawn' : after.length === 0 ? 'removed' : 'moved'}.`;
}
