/** Why a call was not served: everything the caller is told. */
interface RefusalFacts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the answer beside `success`, `message` and `code`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Thrown wherever a call cannot be served. `code` is the sandbox's own; the service is not known to have codes. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #extra: Readonly<Record<string, unknown>>;

  constructor({ status, code, message, headers = {}, extra = {} }: RefusalFacts) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.#extra = extra;
  }

  /** The JSON body of the answer. */
  get body(): object {
    return { success: false, message: this.message, code: this.code, ...this.#extra };
  }

  static badInput(message: string): Refusal {
    return new Refusal({ status: 400, code: 'BAD_INPUT', message });
  }

  static forbiddenMember(): Refusal {
    return Refusal.badInput('__proto__ and constructor.prototype are members that no operation takes');
  }

  static malformedJson(reason: string): Refusal {
    return new Refusal({ status: 400, code: 'MALFORMED_JSON', message: `the body is not JSON: ${reason}` });
  }

  static malformedMultipart(reason: string): Refusal {
    const message = `the body is not multipart/form-data: ${reason}`;
    return new Refusal({ status: 400, code: 'MALFORMED_MULTIPART', message });
  }

  static unauthorized(): Refusal {
    const message = 'the Authorization header must be "Bot <token>" or "User <token>" with a token of this sandbox';
    return new Refusal({ status: 401, code: 'UNAUTHORIZED', message });
  }

  static unauthorizedControl(): Refusal {
    const message = 'X-Sandbox-Token must be the control token that the sandbox named when it became ready';
    return new Refusal({ status: 401, code: 'UNAUTHORIZED', message });
  }

  static missingPermission(rights: readonly string[], place: string): Refusal {
    return new Refusal({
      status: 403,
      code: 'MISSING_PERMISSION',
      message: `the caller needs ${rights.join(' or ')} in ${place}`,
    });
  }

  static forbidden(code: string, message: string): Refusal {
    return new Refusal({ status: 403, code, message });
  }

  /** For what reaches the sandbox under a name that is not its own, as a page of another site would. */
  static foreign(header: 'Host' | 'Origin', value: string | undefined, url: string): Refusal {
    const message = `${header} ${JSON.stringify(value ?? null)} is not this sandbox; it answers to ${url} alone`;
    return Refusal.forbidden(`FOREIGN_${header.toUpperCase()}`, message);
  }

  /** For a control call whose input one of the sandbox's own errors speaks of. */
  static invalid({ code, message }: { readonly code: string; readonly message: string }): Refusal {
    return new Refusal({ status: 400, code, message });
  }

  static clockNotVirtual(): Refusal {
    const message = "the clock is the machine's and cannot be moved; start the sandbox with --clock virtual";
    return new Refusal({ status: 409, code: 'CLOCK_NOT_VIRTUAL', message });
  }

  static tooManyRecordings(most: number): Refusal {
    const message = `${most} recordings are under way already; fetch one to end it`;
    return new Refusal({ status: 409, code: 'TOO_MANY_RECORDINGS', message });
  }

  static noExplainer(): Refusal {
    const message = 'no bot in the process of this sandbox says how it reads a text; start both with botwright start';
    return new Refusal({ status: 409, code: 'NO_EXPLAINER', message });
  }

  static explainerFailed(reason: string): Refusal {
    const message = `the bot could not say how it reads the text: ${reason}`;
    return new Refusal({ status: 502, code: 'EXPLAINER_FAILED', message });
  }

  static unknown(resource: string, id: string): Refusal {
    const message = `there is no ${resource} ${JSON.stringify(id)} that the caller can reach`;
    return new Refusal({ status: 404, code: `UNKNOWN_${resource.toUpperCase()}`, message });
  }

  static unknownRoute(method: string, path: string): Refusal {
    return new Refusal({ status: 404, code: 'UNKNOWN_ROUTE', message: `there is no ${method} ${path}` });
  }

  static methodNotAllowed(method: string, path: string, allowed: readonly string[]): Refusal {
    const allow = allowed.join(', ');
    const message = `${path} takes ${allow}, not ${method}`;
    return new Refusal({ status: 405, code: 'METHOD_NOT_ALLOWED', message, headers: { allow } });
  }

  static bodyTooLarge(maxBytes: number): Refusal {
    return new Refusal({ status: 413, code: 'BODY_TOO_LARGE', message: `a body may have at most ${maxBytes} bytes` });
  }

  static textPartTooLarge(maxBytes: number): Refusal {
    const message = `a part that is no file may have at most ${maxBytes} bytes`;
    return new Refusal({ status: 413, code: 'BODY_TOO_LARGE', message });
  }

  static uploadsFull(maxBytes: number): Refusal {
    const message = `all uploads of this world together may have at most ${maxBytes} bytes; reset it to begin anew`;
    return new Refusal({ status: 413, code: 'UPLOADS_FULL', message });
  }

  static unsupportedMediaType(wanted: string): Refusal {
    const message = `a body must come as content-type ${wanted}`;
    return new Refusal({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message });
  }

  static rateLimited(retryAfterSeconds: number): Refusal {
    return new Refusal({
      status: 429,
      code: 'RATE_LIMITED',
      message: `too many calls; wait ${retryAfterSeconds} s`,
      // The header takes whole seconds, and waiting for it must be enough.
      headers: { 'retry-after': String(Math.ceil(retryAfterSeconds)) },
      extra: { retry_after: retryAfterSeconds },
    });
  }

  static internal(): Refusal {
    const message = 'the sandbox failed; its log says why';
    return new Refusal({ status: 500, code: 'INTERNAL', message });
  }
}
