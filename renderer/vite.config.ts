import react from '@vitejs/plugin-react';
import { defineConfig, type BuildOptions } from 'vite';

/** How the page is cut into files; the pages of the bench are cut the same way. */
export const pageBuild: BuildOptions = {
  target: 'chrome130',
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  chunkSizeWarningLimit: 1_000,
  rolldownOptions: {
    output: {
      // Left alone, what several screens share becomes twenty small files, all of them needed before the first price.
      codeSplitting: {
        groups: [
          // Needed by the first lines that run; alone, so that they wait for nothing else.
          { name: 'preload', test: /vite[\\/]preload-helper/, priority: 2 },
          {
            name: 'page',
            test: /renderer[\\/](main|app|core|session|ui)|preload[\\/]contract|node_modules[\\/](react|react-dom|scheduler|zod|@base-ui|@floating-ui)[\\/]/,
            priority: 1,
          },
          { name: 'trading', test: /renderer[\\/]trading/ },
        ],
      },
    },
  },
};

export default defineConfig({
  plugins: [react()],
  base: './',
  build: { ...pageBuild, outDir: '../out/renderer', emptyOutDir: true },
});
