import { apiPrefix, type OperationReference } from '@botwright/protocol';

/** A call of an operation for a shell; origin, token and ids are variables of the shell. */
export function curlExample({ operation, exampleBody }: OperationReference): string {
  const { method, path, auth, multipart } = operation;
  const url = `"$BOT_BASE_URL${apiPrefix}${path.replace(/\{(\w+)\}/g, (_whole, name: string) => variable(name))}"`;
  return [
    method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`,
    ...(auth === 'bot' ? ['-H "Authorization: Bot $BOT_TOKEN"'] : []),
    ...(multipart ? partOptions(exampleBody) : bodyOptions(exampleBody)),
  ].join(' \\\n  ');
}

function variable(name: string): string {
  return `$${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function bodyOptions(example: unknown): string[] {
  if (example === undefined) return [];
  return ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`];
}

/** Only text parts have an example that is text. */
function partOptions(example: unknown): string[] {
  return Object.entries(example ?? {}).map(([name, value]) => {
    return `-F '${name}=${typeof value === 'string' ? value : '@picture.png'}'`;
  });
}
