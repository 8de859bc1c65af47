import { z } from 'zod';
import { observed } from '../certainty.js';
import { resource } from '../wire.js';
import { operationGroup } from './operation.js';

export const attachmentOperations = operationGroup('Attachments', {
  // Belongs to no channel: a message names the url among its attachments afterwards.
  uploadAttachment: {
    name: 'Upload Attachment',
    method: 'POST',
    path: '/upload',
    multipart: {
      parts: {
        image: {
          value: 'file',
          required: true,
          alsoNamed: ['file'],
          certainty: 'observed',
          source: ['client:py', 'client:ts', 'console'],
        },
        // `attachment` is the one value known.
        type: { value: z.string(), required: true, certainty: 'observed', source: ['client:py'] },
      },
      jsonPart: 'payload_json',
    },
    answer: resource({ url: observed(z.string(), 'client:ts', 'client:py') }),
    certainty: { method: 'observed', path: 'observed' },
    source: ['client:ts', 'client:py', 'client:py2', 'console'],
  },
});
