const namedImport = /^import \{([^}]*)\} from "(node:[^"]+)";$/gm;

/**
 * Takes from Node's own modules only what is named. An import makes every member of such a module, those too that Node
 * makes lazily otherwise: `node:util` alone costs a bot's start as much as a hundred kilobytes of code.
 */
export function builtIns() {
  return {
    name: 'built-ins-by-name',
    renderChunk(code) {
      const taken = (_line, names, module) =>
        `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule("${module}");`;
      // Each stays on its line, so that the source map holds.
      return { code: code.replace(namedImport, taken), map: null };
    },
  };
}
