import { existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Clock } from '@botwright/clock';
import type { SandboxLog } from '../log.js';
import type { ActWitness, DatedAct, KeptWorld } from '../world/act.js';
import type { World } from '../world/world.js';
import { readAct, writeAct } from './act-text.js';
import { SandboxDataInUse, SandboxDataUnusable } from './errors.js';
import { readWorld, writeWorld } from './world-text.js';

const fileName = 'world.db';

/** Marks a database as one of these, and the form of what is in it. */
const applicationId = 0x626f7477;
const formatVersion = 1;

/** After so many acts the world is written whole, so that a start need not do more of them again. */
const actsBetweenWorlds = 10_000;

const schema = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
  CREATE TABLE world (only INTEGER PRIMARY KEY CHECK (only = 1), seq INTEGER, drawn INTEGER, at REAL, state BLOB, crc INTEGER);
  CREATE TABLE acts (seq INTEGER PRIMARY KEY, drawn INTEGER, at REAL, act TEXT, crc INTEGER);
  CREATE TABLE files (digest TEXT PRIMARY KEY, bytes BLOB) WITHOUT ROWID;
`;

interface WorldRow {
  readonly seq: number;
  readonly drawn: number;
  readonly at: number;
  readonly state: Uint8Array;
  readonly crc: number;
}

interface ActRow {
  readonly seq: number;
  readonly drawn: number;
  readonly at: number;
  readonly act: string;
  readonly crc: number;
}

/**
 * A world on disk: how it stood once, and every act since then. What comes of an act follows from world and moment, so
 * it is enough to write it down before it happens and to do it again at the next start.
 *
 * SQLite holds both: an act is there whole or not at all, whenever the process dies, and the lock dies with it. Power
 * failures may cost the last acts: the disk is not waited for.
 */
export class WorldFile implements ActWitness {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #log: SandboxLog;
  readonly #insertAct;
  readonly #insertFile;
  #kept: { readonly world: World; readonly clock: Clock } | undefined;
  #seq = 0;
  #actsSinceWorld = 0;

  private constructor(file: string, log: SandboxLog) {
    this.#path = file;
    this.#log = log;
    this.#database = openDatabase(file);
    this.#insertAct = this.#database.prepare('INSERT INTO acts (seq, drawn, at, act, crc) VALUES (?, ?, ?, ?, ?)');
    this.#insertFile = this.#database.prepare('INSERT OR IGNORE INTO files (digest, bytes) VALUES (?, ?)');
  }

  static isIn(directory: string): boolean {
    return existsSync(path.join(directory, fileName));
  }

  /** Makes a file for a world that nobody has kept yet; it is there whole or not at all. */
  static create(directory: string, kept: KeptWorld, at: number): void {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = path.join(directory, fileName);
    const draft = `${file}.${process.pid}.new`;
    rmSync(draft, { force: true });
    const database = new DatabaseSync(draft);
    database.exec(schema);
    storeWorld(database, kept, { seq: 0, at });
    database.close();
    try {
      // Unlike a rename it fails where another process was faster.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new SandboxDataInUse(directory, { cause: error });
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /**
   * Opens the file of a directory, for this process alone.
   *
   * @throws {SandboxDataInUse} when another process has it open.
   * @throws {SandboxDataUnusable} when it is damaged, or not one of these.
   */
  static open(directory: string, log: SandboxLog): WorldFile {
    return new WorldFile(path.join(directory, fileName), log);
  }

  /** The world as it was written last, and the acts since then in their order. */
  read(): { readonly kept: KeptWorld; readonly at: number; readonly acts: readonly DatedAct[] } {
    const row = this.#database.prepare('SELECT * FROM world').get() as unknown as WorldRow | undefined;
    if (row === undefined || crc32(row.state) !== row.crc) throw this.#unusable('the world in it is damaged');
    const kept = { state: this.#readState(row), drawn: row.drawn };
    const rows = this.#database.prepare('SELECT * FROM acts ORDER BY seq').all() as unknown as ActRow[];
    const acts = rows.map((act, index) => this.#readRow(act, row.seq + 1 + index));
    this.#seq = row.seq + acts.length;
    this.#actsSinceWorld = acts.length;
    return { kept, at: Math.max(row.at, acts.at(-1)?.at ?? 0), acts };
  }

  /** Writes down every act of a world from now on. */
  keep(world: World, clock: Clock): void {
    this.#kept = { world, clock };
    world.witness(this);
  }

  begins({ at, drawn, act }: DatedAct): void {
    const { text, files } = writeAct(act);
    const seq = this.#seq + 1;
    this.#together(() => {
      for (const [digest, bytes] of files) this.#insertFile.run(digest, bytes);
      this.#insertAct.run(seq, drawn, at, text, checksum(at, drawn, text));
    }, files.size > 0);
    this.#seq = seq;
    this.#actsSinceWorld += 1;
  }

  ended(): void {
    if (this.#actsSinceWorld >= actsBetweenWorlds && this.#kept) this.#writeWholeIfPossible(this.#kept.world);
  }

  restarts(fresh: KeptWorld): void {
    this.#replace(fresh);
  }

  /** Writes the world as it stands in place of all acts before. */
  writeWhole(world: World): void {
    this.#replace(world.keepable);
  }

  /** Notes that time went on without an act. */
  keepMoment(at: number): void {
    this.#database.prepare('UPDATE world SET at = ?').run(at);
  }

  /** Writes the world whole, so that the next start has nothing to do again, and lets the file go. */
  end(): void {
    if (this.#kept) this.#writeWholeIfPossible(this.#kept.world);
    this.close();
  }

  close(): void {
    this.#database.close();
  }

  /** The error for an act that cannot be done again; `index` is its place among those that were read. */
  unrepeatable(index: number, count: number): SandboxDataUnusable {
    const seq = this.#seq - count + 1 + index;
    return this.#unusable(`act ${seq} does not follow from those before; another version may have written them`);
  }

  /** Every act is written down already, so that nothing is lost where it is not possible. */
  #writeWholeIfPossible(world: World): void {
    try {
      this.writeWhole(world);
    } catch (error) {
      this.#log.error({ path: this.#path, stack: (error as Error).stack }, 'the world could not be written whole');
    }
  }

  #replace(kept: KeptWorld): void {
    const at = this.#kept?.clock.now() ?? 0;
    this.#together(() => {
      storeWorld(this.#database, kept, { seq: this.#seq, at });
      this.#database.exec('DELETE FROM acts');
    });
    this.#actsSinceWorld = 0;
  }

  #readState({ state }: WorldRow) {
    try {
      return readWorld(Buffer.from(state), (digest) => this.#fileOf(digest));
    } catch (cause) {
      throw cause instanceof SandboxDataUnusable ? cause : this.#unusable('the world in it cannot be read', cause);
    }
  }

  #readRow({ seq, drawn, at, act: text, crc }: ActRow, wantedSeq: number): DatedAct {
    if (seq !== wantedSeq) throw this.#unusable(`act ${wantedSeq} is missing`);
    if (checksum(at, drawn, text) !== crc) throw this.#unusable(`act ${seq} is damaged`);
    try {
      return { at, drawn, act: readAct(text, (digest) => this.#fileOf(digest)) };
    } catch (cause) {
      throw cause instanceof SandboxDataUnusable ? cause : this.#unusable(`act ${seq} cannot be read`, cause);
    }
  }

  #fileOf(digest: string): Buffer {
    const row = this.#database.prepare('SELECT bytes FROM files WHERE digest = ?').get(digest);
    if (!(row?.['bytes'] instanceof Uint8Array)) throw this.#unusable(`the upload ${digest} is missing`);
    return Buffer.from(row['bytes']);
  }

  #together(write: () => void, isSeveral = true): void {
    if (!isSeveral) {
      write();
      return;
    }
    this.#database.exec('BEGIN');
    try {
      write();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #unusable(problem: string, cause?: unknown): SandboxDataUnusable {
    return new SandboxDataUnusable(this.#path, problem, cause === undefined ? undefined : { cause });
  }
}

function openDatabase(file: string): DatabaseSync {
  if (statSync(file).size === 0) throw new SandboxDataUnusable(file, 'the file is empty; delete it to begin anew');
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    // Takes the lock, which stays until the process ends.
    database.exec('BEGIN IMMEDIATE; COMMIT');
    demandOwn(database, file);
    return database;
  } catch (error) {
    database.close();
    throw asDataError(error, file);
  }
}

function demandOwn(database: DatabaseSync, file: string): void {
  const read = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  if (read('application_id') !== applicationId) throw new SandboxDataUnusable(file, 'it is not the file of a sandbox');
  const version = read('user_version');
  if (version !== formatVersion) {
    throw new SandboxDataUnusable(file, `it has format ${version}, and this sandbox reads format ${formatVersion}`);
  }
  const found = read('quick_check');
  if (found !== 'ok') throw new SandboxDataUnusable(file, `it is damaged: ${found}`);
}

const sqliteBusy = 5;

function asDataError(error: unknown, file: string): unknown {
  const { errcode, message } = error as { errcode?: number; message: string };
  if (errcode === undefined) return error;
  if (errcode === sqliteBusy) return new SandboxDataInUse(path.dirname(file), { cause: error });
  return new SandboxDataUnusable(file, message, { cause: error });
}

function storeWorld(
  database: DatabaseSync,
  { state, drawn }: KeptWorld,
  { seq, at }: { readonly seq: number; readonly at: number },
): void {
  const { bytes, files } = writeWorld(state);
  const insert = database.prepare('INSERT OR IGNORE INTO files (digest, bytes) VALUES (?, ?)');
  for (const [digest, content] of files) insert.run(digest, content);
  const remove = database.prepare('DELETE FROM files WHERE digest = ?');
  const kept = database.prepare('SELECT digest FROM files').all() as { digest: string }[];
  for (const { digest } of kept) if (!files.has(digest)) remove.run(digest);
  database
    .prepare('INSERT OR REPLACE INTO world (only, seq, drawn, at, state, crc) VALUES (1, ?, ?, ?, ?, ?)')
    .run(seq, drawn, at, bytes, crc32(bytes));
}

function checksum(at: number, drawn: number, act: string): number {
  return crc32(`${at} ${drawn} ${act}`);
}
