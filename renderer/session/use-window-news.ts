import type { WindowNews } from '#renderer/core/window-news.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

export const [WindowNewsContext, useWindowNews] = neededContext<WindowNews>(
  'the news of the other windows',
);
