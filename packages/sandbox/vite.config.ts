import { fileURLToPath } from 'node:url';
import { operations } from '@botwright/protocol';
import { defineConfig } from 'vite';
import { payloadSchemas } from './web/payload-schemas.ts';

/** What the page's client needs of the contract. Handed over as data, so that zod stays out of the bundle. */
const routes = Object.fromEntries(Object.values(operations).map(({ id, method, path }) => [id, { method, path }]));

export default defineConfig({
  root: 'web',
  define: { __ROUTES__: JSON.stringify(routes), __PAYLOADS__: JSON.stringify(payloadSchemas()) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/styles/docs.css'].map((file) =>
        fileURLToPath(new URL(`web/${file}`, import.meta.url)),
      ),
      output: {
        // The reference is written by the server, which names these two.
        assetFileNames: ({ names }) =>
          names.some((name) => /^(docs\.css|icon\.svg)$/.test(name))
            ? '[name][extname]'
            : 'assets/[name]-[hash][extname]',
      },
      treeshake: {
        // The page takes plain facts from the contract; without this the schemas beside them would come along, and with
        // them zod, which tries whether it may compile code and so breaks the content security policy.
        moduleSideEffects: (id) => !/packages[\\/]protocol[\\/]|node_modules[\\/]zod[\\/]/.test(id),
        manualPureFunctions: ['z', 'stated', 'observed', 'inferred'],
      },
    },
  },
});
