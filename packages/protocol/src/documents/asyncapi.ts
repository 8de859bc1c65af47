import type { z } from 'zod';
import type { Certainty, Source } from '../certainty.js';
import { clientFrames } from '../client-frames.js';
import { type EventFacts, eventKinds, events, Ready } from '../events.js';
import { closeCodes, heartbeatAckKind, readyKind } from '../frame.js';
import { gatewayPath, publicOrigin } from '../service.js';
import { aboutCertainty, title, version } from './info.js';
import { type JsonSchema, SharedSchemas } from './json-schema.js';
import type { JsonDocument } from './openapi.js';

interface FrameFacts {
  readonly group: string;
  readonly certainty: { readonly kind: Certainty; readonly payload: Certainty };
  readonly source: readonly Source[];
  readonly inSpecification?: boolean;
}

/** The gateway side of the contract as an AsyncAPI 3.0 document, from where a bot stands: the same at every call. */
export function asyncApiDocument(): JsonDocument {
  const shared = new SharedSchemas();
  const received = receivedMessages(shared);
  const sent = sentMessages(shared);
  const messages = { ...received, ...sent };
  return {
    asyncapi: '3.0.0',
    info: { title: `${title}: gateway`, version, description: aboutCertainty },
    defaultContentType: 'application/json',
    servers: {
      public: {
        host: new URL(publicOrigin).host,
        protocol: 'wss',
        security: [{ $ref: '#/components/securitySchemes/bot' }],
      },
    },
    channels: {
      gateway: {
        address: gatewayPath,
        description: 'One WebSocket. Each frame is a JSON object: `t` names it and `d` holds the payload.',
        messages: Object.fromEntries(Object.keys(messages).map((key) => [key, componentMessage(key)])),
        'x-close-codes': closeCodeFacts(),
      },
    },
    operations: {
      receive: operation('receive', Object.keys(received)),
      send: operation('send', Object.keys(sent)),
    },
    components: { messages, schemas: shared.all, securitySchemes: { bot: handshake } },
  };
}

const handshake = {
  type: 'httpApiKey',
  in: 'header',
  name: 'Authorization',
  description: '`Bot`, a space, and the token, on the handshake. Nothing is sent to identify.',
};

function operation(action: 'receive' | 'send', keys: readonly string[]): object {
  return {
    action,
    channel: { $ref: '#/channels/gateway' },
    messages: keys.map((key) => ({ $ref: `#/channels/gateway/messages/${key}` })),
  };
}

function componentMessage(key: string): object {
  return { $ref: `#/components/messages/${key}` };
}

function receivedMessages(shared: SharedSchemas): JsonDocument {
  const known = eventKinds.map((facts) => [facts.kind, eventMessage(facts, shared)] as const);
  return {
    [readyKind]: message(readyKind, shared.read(Ready), factsOfFrame(Ready)),
    [heartbeatAckKind]: message(heartbeatAckKind, undefined, acknowledged),
    ...Object.fromEntries(known),
  };
}

/** Its payload is unknown. */
const acknowledged: FrameFacts = {
  group: 'Gateway',
  certainty: { kind: 'stated', payload: 'inferred' },
  source: ['docs'],
};

function eventMessage(facts: EventFacts, shared: SharedSchemas): object {
  return message(facts.kind, shared.read(events[facts.kind]), facts);
}

/** Two kinds go both ways, hence the keys of their own. */
function sentMessages(shared: SharedSchemas): JsonDocument {
  const frames = Object.entries(clientFrames).map(([kind, payload]) => {
    return [`client.${kind}`, message(kind, shared.sent(payload), factsOfFrame(payload))] as const;
  });
  return Object.fromEntries(frames);
}

function factsOfFrame(payload: z.ZodType): FrameFacts {
  const { certainty = 'inferred', source = [] } = payload.meta() ?? {};
  return { group: 'Gateway', certainty: { kind: 'stated', payload: certainty }, source };
}

function message(kind: string, payload: JsonSchema | undefined, facts: FrameFacts): object {
  return {
    name: kind,
    payload: {
      type: 'object',
      properties: { t: { const: kind }, d: payload ?? {} },
      required: payload && !takesNull(payload) ? ['t', 'd'] : ['t'],
    },
    'x-group': facts.group,
    'x-certainty': facts.certainty,
    'x-source': facts.source,
    ...(facts.inSpecification !== undefined && { 'x-in-specification': facts.inSpecification }),
  };
}

function takesNull({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.some(({ type }) => type === 'null');
}

function closeCodeFacts(): object[] {
  return Object.entries(closeCodes).map(([code, facts]) => ({
    code: Number(code),
    ...facts,
    'x-certainty': { code: 'stated', reconnect: 'inferred' },
    'x-source': ['docs'],
  }));
}
