// The anchor of every load: a page with nothing on it, until it was painted.
import { afterFrame, frame } from './paint.ts';

declare global {
  var blankMs: Promise<number>;
}

globalThis.blankMs = frame().then(afterFrame);
