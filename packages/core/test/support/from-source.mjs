// Lets a child process import the packages from source, as vitest does: no build, and no stale one.
import { registerHooks } from 'node:module';

const packages = new URL('../../../', import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const [, name, entry = 'index'] = /^@botwright\/([\w-]+)(?:\/([\w-]+))?$/.exec(specifier) ?? [];
    if (name !== undefined) return next(new URL(`${name}/src/${entry}.ts`, packages).href, context);
    const isOurs = /^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts');
    return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
