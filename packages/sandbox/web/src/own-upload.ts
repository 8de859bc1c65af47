const uploads = '/cdn/';
const pictureName = /\.(?:png|gif|webp|jpe?g)$/i;
const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The path of a picture that was uploaded to the sandbox that served this page, `undefined` for everything else. One
 * sandbox goes by several names, and the address of an upload may hold another than the page's.
 */
export function ownPicture(address: string, page: Pick<URL, 'hostname' | 'port'>): string | undefined {
  const url = URL.parse(address);
  if (!url?.pathname.startsWith(uploads) || !pictureName.test(url.pathname)) return undefined;
  const names = [url.hostname, page.hostname];
  const isSameHost = names[0] === names[1] || names.every((name) => loopbackNames.includes(name));
  return isSameHost && url.port === page.port ? url.pathname : undefined;
}
