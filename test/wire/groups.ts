import type { WireGroup } from './case.js';
import { closing } from './cases/closing.js';
import { fragmentation } from './cases/fragmentation.js';
import { framing } from './cases/framing.js';
import { automaticPieces } from './cases/pieces.js';
import { pings } from './cases/pings.js';
import { reservedBits } from './cases/reserved-bits.js';
import { reservedOpcodes } from './cases/reserved-opcodes.js';
import { sizes } from './cases/sizes.js';
import { utf8 } from './cases/utf8.js';

/** Cases of our own after RFC 6455, in the groups of Autobahn's suite, which is not at hand everywhere. */
export const groups: readonly WireGroup[] = [
  framing,
  pings,
  reservedBits,
  reservedOpcodes,
  fragmentation,
  utf8,
  closing,
  sizes,
  automaticPieces,
];
