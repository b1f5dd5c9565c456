import { createContext, useContext } from 'react';
import type { WindowNews } from '#renderer/core/window-news.ts';

export const WindowNewsContext = createContext<WindowNews | undefined>(undefined);

export function useWindowNews(): WindowNews {
  const news = useContext(WindowNewsContext);
  if (!news) throw new Error('this part of the screen needs the news of the other windows');
  return news;
}
