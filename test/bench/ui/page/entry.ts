// As the page's own first lines: the desk's file is asked for beside the page's.
import { warmUp } from '#renderer/warm-up.ts';

void import('#renderer/screens/desk/DeskScreen.tsx');
void import('./main.tsx');
warmUp();
