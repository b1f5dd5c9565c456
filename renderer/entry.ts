// What a window asks for first. The desk is a file of its own, which a window that shows one chart does not need; where it
// is needed it is asked for beside the page, and not once the page has run. Little else belongs here: whatever this file
// imports is read before both.
import { warmUp } from '#renderer/warm-up.ts';

if (!location.hash.startsWith('#/chart?'))
  void import('#renderer/screens/desk/DeskScreen.tsx').catch(() => undefined);
void import('#renderer/main.tsx');
warmUp();
