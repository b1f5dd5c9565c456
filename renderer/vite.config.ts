import react from '@vitejs/plugin-react';
import { defineConfig, type BuildOptions, type Plugin } from 'vite';

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

/** What runs before the first price. */
const FIRST = new Set(['page', 'trading', 'DeskScreen', 'main']);

/**
 * Chromium compiles such a file as a whole, beside the page and while the others still come. Otherwise it compiles each
 * function when it is first called, with the page waiting: a quarter of the page's work until the first price. Vite puts
 * its own first line into some files after the bundler has finished, and the hint counts only above it.
 */
function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    generateBundle: {
      order: 'post',
      handler(_, files) {
        for (const file of Object.values(files))
          if (file.type === 'chunk' && FIRST.has(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** The pages of the bench are built with the same. */
export const pagePlugins = () => [react(), compileAhead()];

export default defineConfig({
  plugins: pagePlugins(),
  base: './',
  build: { ...pageBuild, outDir: '../out/renderer', emptyOutDir: true },
});
