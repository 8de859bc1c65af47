import { z } from 'zod';

export const note = z.object({ text: z.string(), times: z.number().int() });
