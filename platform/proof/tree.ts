/**
 * Stores the Merkle tree of an event log in the file proof.db.
 * The tree can be rebuilt from the log.
 * Signatures depend on this file, so every row has a checksum.
 * If the file belongs to another log, the tree is rebuilt.
 */
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { sqliteCodeOf } from '../disk-errors.ts'
import type { EventStore, Position, StoredEvent } from '../event-store/event-store.ts'
import { LOG_START } from '../event-store/event-store.ts'
import { isSameMark, type LogMark, LogReplaced, readEventAt } from '../event-store/log-mark.ts'
import {
  createLogCatchUp,
  isDatabaseDamagedError,
  openDerivedDatabase,
  removeDerivedDatabase,
  runInTransaction,
} from '../log-file.ts'
import { areMerkleNodesConsistent, completedNodesOf, hashLeaf, type MerkleNodes } from './merkle.ts'

/** Events per commit; the event loop gets a turn between commits. */
const BATCH = 200
/**
 * Maximum number of leaves that a search reads at once.
 * This takes a few ms.
 */
export const LEAVES_PER_SEARCH = 5_000

/**
 * Returns the bytes of an event that the leaf hash of the Merkle tree covers: its fields, one per line.
 * The event's position is left out, because the leaf's index replaces it.
 */
const canonicalBytes = ({ stream, revision, id, type, at, data, meta }: Omit<StoredEvent, 'position'>) =>
  Buffer.from([stream, revision, id, type, at, data, meta].join('\n'))

/** Returns the leaf hash of an event. */
export const hashEventLeaf = (event: StoredEvent): Uint8Array => hashLeaf(canonicalBytes(event))

export interface ProofTree extends MerkleNodes {
  /**
   * Adds the log's new events, checks the tree, then calls `read`.
   * The last leaf is then the last event's hash, and all nodes above match.
   * Rebuilds the tree once if damaged or foreign, or if `read` finds damage.
   */
  upToNow<T>(read: () => T | Promise<T>): Promise<T>
  /** Checks the error of a read: if it shows a damaged tree, the next use rebuilds the tree. */
  discardAfter(error: unknown): void
  /** Returns the number of leaves in the Merkle tree. */
  size(): number
  /** Returns the leaf index of the event at a position, if any. */
  indexOf(position: Position): Promise<number | undefined>
  /**
   * Returns the event of a leaf in the Merkle tree.
   * Throws TreeDamaged if the leaf has no event.
   */
  eventOf(index: number): Promise<StoredEvent>
  /**
   * Returns the shortest range of leaves that contains all events recorded in a period.
   * Both range and period (epoch ms) exclude their last point.
   * The range may contain other events too, because clocks are sometimes set back or ahead.
   * Searches only the first `size` leaves.
   */
  rangeOf(from: number, to: number, size: number): Promise<{ begin: number; end: number } | undefined>
  close(): void
}

export const PROOF_FILE_LAYOUT = {
  format: 2,
  tables: `
    CREATE TABLE IF NOT EXISTS leaves (
      leaf INTEGER PRIMARY KEY, position INTEGER NOT NULL UNIQUE, id TEXT NOT NULL, at INTEGER NOT NULL, sum INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS nodes (
      level INTEGER, place INTEGER, hash BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (level, place)) WITHOUT ROWID`,
}

export class TreeDamaged extends Error {
  constructor(what: string) {
    super(`The tree of proofs is damaged: ${what}.`)
    this.name = 'TreeDamaged'
  }
}

interface Leaf extends LogMark {
  leaf: number
}

interface LeafRow extends Leaf {
  sum: number
}

const sumOfLeaf = ({ leaf, position, id, at }: Leaf) => crc32(`${leaf} ${position} ${id} ${at}`)
const sumOfNode = (level: number, place: number, hash: Uint8Array) => crc32(hash, crc32(`${level} ${place}`))

function checkedLeaf(row: unknown): Leaf | undefined {
  if (!row) return undefined
  const { sum, ...leaf } = row as LeafRow
  if (sumOfLeaf(leaf) !== sum) throw new TreeDamaged(`leaf ${leaf.leaf} does not match its checksum`)
  return leaf
}

/** Prepares the SQL statements for the Merkle tree in an open database. */
export function prepareTreeStatements(database: DatabaseSync) {
  const select = (rest: string) => database.prepare(`SELECT leaf, position, id, at, sum FROM leaves ${rest}`)
  const last = select('ORDER BY leaf DESC LIMIT 1')
  const byPosition = select('WHERE position = ?')
  const byLeaf = select('WHERE leaf = ?')
  const outermost = database.prepare(
    'SELECT min(leaf) AS first, max(leaf) AS last FROM leaves WHERE leaf >= ? AND leaf < ? AND at >= ? AND at < ?',
  )
  const node = database.prepare('SELECT hash, sum FROM nodes WHERE level = ? AND place = ?')
  const addLeaf = database.prepare('INSERT INTO leaves (leaf, position, id, at, sum) VALUES (?, ?, ?, ?, ?)')
  const addNode = database.prepare('INSERT INTO nodes (level, place, hash, sum) VALUES (?, ?, ?, ?)')
  return {
    last: () => checkedLeaf(last.get()),
    byPosition: (position: number) => checkedLeaf(byPosition.get(position)),
    byLeaf: (leaf: number) => checkedLeaf(byLeaf.get(leaf)),
    /** Searches some leaves at a time, so that others can run. */
    async rangeOf(from: number, to: number, size: number) {
      let range: { first: number; last: number } | undefined
      for (let begin = 0; begin < size; begin += LEAVES_PER_SEARCH) {
        if (begin > 0) await nextTurn()
        const end = Math.min(size, begin + LEAVES_PER_SEARCH)
        const found = outermost.get(begin, end, from, to) as { first: number | null; last: number | null }
        if (found.first === null || found.last === null) continue
        range = { first: range?.first ?? found.first, last: found.last }
      }
      if (!range) return undefined
      const { first, last: end } = range
      // Checks the checksums of the period's first and last event and of both neighbours.
      // If a damaged timestamp changed the period, one of these checksums is wrong.
      for (const leaf of [first - 1, first, end, end + 1]) checkedLeaf(byLeaf.get(leaf))
      return { begin: first, end: end + 1 }
    },
    at(level: number, index: number): Uint8Array {
      const found = node.get(level, index) as { hash: Uint8Array; sum: number } | undefined
      if (!found) throw new TreeDamaged(`node ${index} at level ${level} is missing`)
      if (sumOfNode(level, index, found.hash) !== found.sum)
        throw new TreeDamaged(`node ${index} at level ${level} does not match its checksum`)
      return found.hash
    },
    addLeaf(leaf: Leaf): void {
      addLeaf.run(leaf.leaf, leaf.position, leaf.id, leaf.at, sumOfLeaf(leaf))
    },
    addNode(level: number, place: number, hash: Uint8Array): void {
      addNode.run(level, place, hash, sumOfNode(level, place, hash))
    },
  }
}

/** SQLite's code for a duplicate row, which shows a corrupt file. */
const CONSTRAINT = 19
const isBroken = (error: unknown) =>
  error instanceof TreeDamaged ||
  error instanceof LogReplaced ||
  isDatabaseDamagedError(error) ||
  sqliteCodeOf(error) === CONSTRAINT

const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino

/**
 * Opens the tree in `file`.
 * Several processes may have it open.
 * Calls `beforeRebuild` before it deletes a tree; an error there keeps the file.
 */
export function openProofTree(
  file: string,
  store: Pick<EventStore, 'readStored' | 'readStoredFrom'>,
  beforeRebuild: () => Promise<void> = async () => undefined,
): ProofTree {
  const open = () => {
    const database = openDerivedDatabase(file, PROOF_FILE_LAYOUT)
    return { database, inode: inodeOf(file), ...prepareTreeStatements(database) }
  }
  /** Undefined after a rebuild that failed, until the next use. */
  let opened: ReturnType<typeof open> | undefined = open()
  const tables = () => (opened ??= open())
  let isDoubted = false
  /** Reads run one after the other, so that none sees a tree while it is rebuilt. */
  let turn = Promise.resolve()

  const nodes: MerkleNodes = { at: (level, index) => tables().at(level, index) }

  function take(events: readonly StoredEvent[]): void {
    runInTransaction(tables().database, () => {
      const end = tables().last()
      let leaf = (end?.leaf ?? -1) + 1
      for (const event of events.filter(({ position }) => position > (end?.position ?? LOG_START))) {
        completedNodesOf(hashEventLeaf(event), leaf, nodes).forEach((hash, level) => {
          tables().addNode(level, Math.floor(leaf / 2 ** level), hash)
        })
        tables().addLeaf({ leaf: leaf++, position: event.position, id: event.id, at: event.at })
      }
    })
  }

  const takeIn = createLogCatchUp({ store, last: () => tables().last(), take, batch: BATCH })

  /** Throws if the Merkle tree's nodes do not match the log or each other. */
  async function check(): Promise<void> {
    const end = tables().last()
    if (!end) return
    const event = await readEventAt(store, end.position)
    if (!event || !isSameMark(event, end)) throw new LogReplaced()
    if (!hashEventLeaf(event).every((byte, n) => byte === nodes.at(0, end.leaf)[n]))
      throw new TreeDamaged('its last leaf is not the last event')
    if (!areMerkleNodesConsistent(nodes, end.leaf + 1)) throw new TreeDamaged('its nodes do not fit each other')
  }

  function close(): void {
    const before = opened
    opened = undefined
    before?.database.close()
  }

  /** Whether another process has built the tree anew, in another file. */
  const isReplaced = () => opened !== undefined && opened.inode !== inodeOf(file)

  async function remake(): Promise<void> {
    await beforeRebuild()
    const isRemade = isReplaced()
    close()
    if (!isRemade) removeDerivedDatabase(file)
    isDoubted = false
  }

  async function upToNow<T>(read: () => T | Promise<T>): Promise<T> {
    await takeIn()
    await check()
    return await read()
  }

  async function checked<T>(read: () => T | Promise<T>): Promise<T> {
    if (isReplaced()) close()
    if (isDoubted) await remake()
    try {
      return await upToNow(read)
    } catch (error) {
      if (!isBroken(error)) throw error
      await remake()
      return upToNow(read)
    }
  }

  return {
    ...nodes,
    size: () => (tables().last()?.leaf ?? -1) + 1,
    upToNow(read) {
      // Others run between two reads.
      // Hundreds of reads would stop the thread for seconds.
      const result = turn.then(() => nextTurn()).then(() => checked(read))
      turn = result.then(
        () => undefined,
        () => undefined,
      )
      return result
    },
    discardAfter(error) {
      isDoubted ||= isBroken(error)
    },
    async indexOf(position) {
      const found = tables().byPosition(position)
      const isTaken = found === undefined && position <= (tables().last()?.position ?? LOG_START)
      if (isTaken && (await readEventAt(store, position))) throw new TreeDamaged('a leaf is not found by its position')
      return found?.leaf
    },
    async eventOf(index) {
      const leaf = tables().byLeaf(index)
      const event = leaf && (await readEventAt(store, leaf.position))
      if (!event) throw new TreeDamaged(`leaf ${index} leads to no event`)
      return event
    },
    rangeOf: (from, to, size) => tables().rangeOf(from, to, size),
    close: () => opened?.database.close(),
  }
}
