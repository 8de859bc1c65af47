import { apiPrefix, type Method, type Operation, type Path } from '@botwright/protocol';

/** One method and path by which an operation is called: its own, or one that some client uses instead. */
export interface Route {
  readonly operation: Operation;
  readonly method: Method;
  /** As the router writes it. */
  readonly url: string;
  /** Parameters that stand in the body because the path has no place for them. */
  readonly parametersInBody: readonly string[];
}

/** Every route of an operation, its own first. */
export function routesOf(operation: Operation): Route[] {
  const { method, path, alternatives = [] } = operation;
  const own: Route = { operation, method, url: routeUrl(path), parametersInBody: [] };
  const others = alternatives.map((other): Route => {
    const { parametersInBody = [] } = other;
    return { operation, method: other.method, url: routeUrl(other.path), parametersInBody };
  });
  return [own, ...others];
}

/** The methods that each URL takes. */
export function methodsByUrl(routes: readonly Route[]): Map<string, Method[]> {
  const byUrl = new Map<string, Method[]>();
  for (const { url, method } of routes) byUrl.set(url, [...(byUrl.get(url) ?? []), method]);
  return byUrl;
}

const parameter = /\{(\w+)\}/g;

function routeUrl(path: Path): string {
  return apiPrefix + path.replace(parameter, ':$1');
}
