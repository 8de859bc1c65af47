import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

/** The page by URL path. It is read once, so that no path of a request ever touches the file system. */
export type Page = ReadonlyMap<string, PageFile>;

/** Where the build puts the page; the same from source and from the build. */
export const builtPage = new URL('../dist/web/', import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Reads a folder as a page; a folder that is not there is an empty page. */
export async function readPage(folder: URL): Promise<Page> {
  const root = fileURLToPath(folder);
  const paths = await filesIn(root);
  const files = await Promise.all(paths.map(async (path) => [urlPath(root, path), await readPageFile(path)] as const));
  const page = new Map(files);
  const index = page.get('/index.html');
  return index ? page.set('/', index) : page;
}

async function filesIn(root: string): Promise<string[]> {
  try {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function readPageFile(path: string): Promise<PageFile> {
  return { type: contentTypes[extname(path)] ?? 'application/octet-stream', content: await readFile(path) };
}

function urlPath(root: string, path: string): string {
  return `/${relative(root, path).split(sep).join('/')}`;
}
