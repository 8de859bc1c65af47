/** Where a bucket's part of what is shared is kept, and after it that of all requests: the order that the scripts expect. */
export function keysOf(name: string, bucket: string): string[] {
  return [...keysOfLimit(`${prefixOf(name)}:bucket:${bucket}`), ...keysOfLimit(`${prefixOf(name)}:all`)];
}

/** Where it is said that asking again may be worth it. */
export function channelOf(name: string): string {
  return `${prefixOf(name)}:freed`;
}

/** What is in braces makes a cluster keep them all in one place. */
function prefixOf(name: string): string {
  return `botwright:limits:{${name}}`;
}

function keysOfLimit(prefix: string): string[] {
  return [prefix, `${prefix}:log`, `${prefix}:way`, `${prefix}:line`];
}
