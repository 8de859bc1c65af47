import { operations } from '@botwright/protocol';
import { defineConfig } from 'vite';

/** What the page's client needs of the contract. Handed over as data, so that zod stays out of the bundle. */
const routes = Object.fromEntries(Object.values(operations).map(({ id, method, path }) => [id, { method, path }]));

export default defineConfig({
  root: 'web',
  define: { __ROUTES__: JSON.stringify(routes) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // The page takes plain facts from the contract; without this the schemas beside them would come along, and with
        // them zod, which tries whether it may compile code and so breaks the content security policy.
        moduleSideEffects: (id) => !/packages[\\/]protocol[\\/]|node_modules[\\/]zod[\\/]/.test(id),
        manualPureFunctions: ['z'],
      },
    },
  },
});
