#!/usr/bin/env node
// npm links a command only when its file is there at install time, which in this repository is before the first build.
// An older Node would stop at an import it does not know, with words that help nobody.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 19)) {
  // What was compiled is kept in the system's temporary folder, and the next start is a tenth cheaper.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import('../dist/bundle/main.js');
} else {
  process.stderr.write(`\n  botwright needs Node.js 22.19 or newer; this is ${process.version}.\n\n`);
  process.exitCode = 1;
}
