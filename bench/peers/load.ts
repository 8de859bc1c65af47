/** Imports a package that is installed in this folder alone. */
export function load(name: string): Promise<Record<string, unknown>> {
  return import(name);
}
