import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'oxc-transform';

const typescriptFile = /\.ts(\?|$)/;
const relativeJavaScript = /^\.{1,2}\/.*\.js$/;

/**
 * Lets Node import TypeScript with decorators and their metadata, which its own type stripping refuses.
 * Stands for a build step while a bot is being written; types are not checked here.
 */
export function allowTypeScript(): void {
  process.setSourceMapsEnabled(true);
  registerHooks({
    resolve(specifier, context, next) {
      // The transformed code asks for decorator helpers that the user's project does not have.
      if (specifier.startsWith('@oxc-project/runtime/'))
        return next(specifier, { ...context, parentURL: import.meta.url });
      const source = sourceOf(specifier, context.parentURL);
      return next(source ?? specifier, context);
    },
    load(url, context, next) {
      if (!url.startsWith('file:') || !typescriptFile.test(url)) return next(url, context);
      return { format: 'module', shortCircuit: true, source: transform(fileURLToPath(withoutQuery(url))) };
    },
  });
}

/** TypeScript imports its neighbours under the name they will have once compiled. */
function sourceOf(specifier: string, parentUrl: string | undefined): string | undefined {
  if (parentUrl === undefined || !typescriptFile.test(parentUrl) || !relativeJavaScript.test(specifier))
    return undefined;
  const source = new URL(`${specifier.slice(0, -'.js'.length)}.ts`, parentUrl);
  return existsSync(source) ? source.href : undefined;
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

function transform(file: string): string {
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    target: 'es2023',
    sourcemap: true,
    decorator: { legacy: true, emitDecoratorMetadata: true },
    typescript: { onlyRemoveTypeImports: true },
  });
  if (errors.length > 0) throw new SyntaxError(errors.map((error) => error.codeframe ?? error.message).join('\n'));
  const encodedMap = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encodedMap}`;
}
