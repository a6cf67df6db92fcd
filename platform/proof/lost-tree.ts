/** Reads proof.db without changing it, to detect a rolled-back log. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EventData } from '#contract/events.ts'
import { type EventStore, LOG_START } from '../event-store/event-store.ts'
import { isMarkInLog, type LogMark, readEventAt } from '../event-store/log-mark.ts'
import { isDatabaseBusyError, isDatabaseDamagedError } from '../log-file.ts'
import { merkleRootOf } from './merkle.ts'
import { hashEventLeaf, PROOF_FILE_LAYOUT, prepareTreeStatements, TreeDamaged } from './tree.ts'

/** Stream of restores and withdrawn checkpoints. */
export const REPAIRS_STREAM = 'repairs'

/** Merkle tree that covers events which the log no longer has. */
interface LostTree {
  /** Count of events in the tree. */
  size: number
  /** Root hash of the Merkle tree, in base64. */
  root: string
  last: LogMark
}

interface KnownTree extends LostTree {
  /** Leaf hash of the tree's first event. */
  first: Uint8Array
  /** Leaf hashes of the tree by index, for those requested indexes that the tree has. */
  leaves: ReadonlyMap<number, Uint8Array>
}

type Restored = EventData<'LogRestored'>
type Store = Pick<EventStore, 'readStored' | 'readStoredFrom' | 'readStream'>

/**
 * Time in ms to wait for another process.
 * After a crash, it recovers the file.
 */
const BUSY_TIMEOUT_MS = 1_000

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/**
 * Returns the stored Merkle tree if the log lacks the tree's last event without explanation.
 * Returns undefined if the tree is missing, damaged or of another installation.
 * Also returns undefined if a restore that the tree lacks gave up its events.
 * The tree then belongs to the log from before the restore.
 */
export async function findLostProofTree(store: Store, dataDir: string): Promise<LostTree | undefined> {
  const file = path.join(dataDir, 'proof.db')
  const [first] = existsSync(file) ? await store.readStored(LOG_START, 1) : []
  if (!first) return undefined
  const restores = new Map<number, { leaf: Uint8Array; restored: Restored }>()
  for (const { type, data, position } of await store.readStream(REPAIRS_STREAM)) {
    const stored = type === 'LogRestored' ? await readEventAt(store, position) : undefined
    const restored = data as Restored
    if (stored) restores.set(restored.size, { leaf: hashEventLeaf(stored), restored })
  }
  const tree = await readTree(file, [...restores.keys()])
  if (!tree || !isSame(tree.first, hashEventLeaf(first)) || (await isMarkInLog(store, tree.last))) return undefined
  for (const [index, { leaf, restored }] of restores) {
    const known = tree.leaves.get(index)
    if (!(known && isSame(known, leaf)) && isExplained(tree.size, restored)) return undefined
  }
  const { size, root, last } = tree
  return { size, root, last }
}

/**
 * Whether a restore gave up a tree of this size.
 * A restore that does not know what it gave up explains each tree.
 */
const isExplained = (treeSize: number, { size, givenUp }: Restored): boolean =>
  givenUp === undefined || (Math.min(size, givenUp.common ?? size) < treeSize && givenUp.size >= treeSize)

/**
 * Returns how many first events the log shares with the stored Merkle tree.
 * A log that was rolled back may have grown again.
 * Returns undefined if the file can't be read.
 */
export const countEventsBeforeLoss = (store: Store, dataDir: string): Promise<number | undefined> =>
  readStoredTree(path.join(dataDir, 'proof.db'), async (tables) => {
    // All events before a shared one are shared, so a binary search finds the last.
    let [shared, end] = [0, (tables.last()?.leaf ?? -1) + 1]
    while (shared < end) {
      const middle = Math.floor((shared + end) / 2)
      const leaf = tables.byLeaf(middle)
      if (!leaf) return undefined
      if (await isMarkInLog(store, leaf)) shared = middle + 1
      else end = middle
    }
    return shared
  })

const readTree = (file: string, indexes: readonly number[]): Promise<KnownTree | undefined> =>
  readStoredTree(file, async (tables) => {
    const end = tables.last()
    if (!end) return undefined
    const { leaf, ...last } = end
    const size = leaf + 1
    const leaves = new Map(indexes.filter((index) => index < size).map((index) => [index, tables.at(0, index)]))
    return {
      size,
      last,
      root: Buffer.from(merkleRootOf(tables, size)).toString('base64'),
      first: tables.at(0, 0),
      leaves,
    }
  })

/**
 * Reads the Merkle tree from its file.
 * Returns undefined if the file is empty, damaged or outdated.
 * Such a file proves nothing, and the prover rebuilds the tree.
 */
async function readStoredTree<T>(
  file: string,
  read: (tables: ReturnType<typeof prepareTreeStatements>) => Promise<T | undefined>,
): Promise<T | undefined> {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    if (database.prepare('PRAGMA user_version').get()?.user_version !== PROOF_FILE_LAYOUT.format) return undefined
    return await read(prepareTreeStatements(database))
  } catch (error) {
    if (error instanceof TreeDamaged || isDatabaseDamagedError(error) || isUnreadable(error)) return undefined
    throw error
  } finally {
    database?.close()
  }
}

/**
 * Whether SQLite can't read the file: missing tables or invalid pages.
 * A locked file may be whole, and a later start can read it.
 */
const isUnreadable = (error: unknown) =>
  (error as { code?: string }).code === 'ERR_SQLITE_ERROR' && !isDatabaseBusyError(error)
