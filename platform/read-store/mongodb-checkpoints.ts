/**
 * Table checkpoints in MongoDB, written together and polled once for all waiters.
 * Also the lock for creating and dropping tables.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError, MongoServerError } from 'mongodb'
import type { TableName } from '#contract/tables.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import type { LogMark } from '#platform/event-store/log-mark.ts'
import { createCheckpointWaiters } from './checkpoint-waiters.ts'
import { type TableMark, TableMissing } from './read-store.ts'

interface Checkpoint extends TableMark {
  _id: TableName
}

/**
 * First and longest poll interval in ms; the interval grows between them.
 * Polling replaces a change stream, which would need a replica set.
 */
const FIRST_PAUSE_MS = 4
const LONGEST_PAUSE_MS = 50
const DUPLICATE_KEY = 11000

/**
 * Returns the checkpoints of the read store's tables.
 * `onAll` receives all checkpoints each time that they are read.
 */
export function createCheckpoints(
  checkpoints: Collection<Checkpoint>,
  onAll: (all: ReadonlyMap<TableName, TableMark>) => void,
) {
  const waiting = createCheckpointWaiters<TableMark>()
  /** Tables that had a checkpoint when this process last read the checkpoints. */
  const known = new Set<TableName>()
  let asking = false

  async function all(): Promise<Map<TableName, TableMark>> {
    const found = new Map((await checkpoints.find().toArray()).map(({ _id, ...mark }) => [_id, mark]))
    onAll(found)
    return found
  }

  /**
   * Polls the checkpoints in MongoDB while any caller waits for one.
   * Stops without another pause when no caller waits.
   */
  async function ask(): Promise<void> {
    asking = true
    let pauseMs = FIRST_PAUSE_MS
    try {
      while (waiting.count() > 0) {
        const met = waiting.tell(await all())
        pauseMs = met ? FIRST_PAUSE_MS : Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
        if (waiting.count() > 0) await pause(pauseMs)
      }
    } catch (error) {
      waiting.fail(error)
    } finally {
      asking = false
    }
  }

  /**
   * Advances the stored checkpoints that are older than the given ones.
   * Returns their number.
   */
  async function advance(marks: readonly Checkpoint[]): Promise<number> {
    const operations = marks.map(({ _id, ...replacement }): AnyBulkWriteOperation<Checkpoint> => {
      return { replaceOne: { filter: { _id, position: { $lt: replacement.position } }, replacement } }
    })
    return (await checkpoints.bulkWrite(operations, { ordered: false })).matchedCount
  }

  /** Inserts missing checkpoints. */
  async function begin(marks: readonly Checkpoint[]): Promise<void> {
    try {
      await checkpoints.insertMany(marks, { ordered: false })
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
      if ([error.writeErrors].flat().some(({ code }) => code !== DUPLICATE_KEY)) throw error
      // Another process inserted the table's first checkpoint meanwhile.
      // Its position may be earlier, so the checkpoint is advanced here.
      await advance(marks)
    }
  }

  /**
   * Inserts the checkpoints that the database lacks.
   * Throws TableMissing if a missing checkpoint existed before, because its table was then removed.
   */
  async function setMissing(marks: readonly Checkpoint[]): Promise<void> {
    const there = await all()
    const missing = marks.filter(({ _id }) => !there.has(_id))
    const gone = missing.filter(({ _id }) => known.has(_id))
    // Remove the dropped table from `known`, so that a rebuild can create its checkpoint again.
    for (const { _id } of gone) known.delete(_id)
    if (gone[0]) throw new TableMissing(gone[0]._id)
    if (missing.length > 0) await begin(missing)
  }

  return {
    all,
    async get(table: TableName): Promise<TableMark | undefined> {
      const found = await checkpoints.findOne({ _id: table })
      if (!found) return undefined
      known.add(table)
      const { _id, ...mark } = found
      return mark
    },
    /** Returns the positions of several tables by one request; undefined for a table without checkpoint. */
    async positions(tables: readonly TableName[]): Promise<(number | undefined)[]> {
      const found = await checkpoints.find({ _id: { $in: [...tables] } }).toArray()
      const byTable = new Map(found.map(({ _id, position }) => [_id, position]))
      return tables.map((table) => byTable.get(table))
    },
    /**
     * Sets the checkpoints of tables, but never to an earlier position.
     * Throws TableMissing if a table was removed.
     */
    async set(positions: ReadonlyMap<TableName, number>, mark?: LogMark) {
      if (positions.size === 0) return
      const marks = [...positions].map(([_id, position]) => {
        const event = mark?.position === position ? { id: mark.id, at: mark.at } : {}
        return { _id, ...event, position } as Checkpoint
      })
      if ((await advance(marks)) < marks.length) await setMissing(marks)
      for (const table of positions.keys()) known.add(table)
    },
    async remove(table: TableName) {
      known.delete(table)
      await checkpoints.deleteOne({ _id: table })
    },
    async reached(table: TableName, position: number, withinMs: number): Promise<TableMark | undefined> {
      if (position <= LOG_START) return { position: LOG_START }
      const reached = waiting.wait(table, position, withinMs)
      if (!asking) void ask()
      return reached
    },
  }
}

/** Lock for creating and dropping tables; `beat` counts its renewals. */
export interface TablesLock {
  _id: 'tables'
  holder: string
  beat: number
}

const LOCK_PAUSE_MS = 50
const LOCK_RENEWAL_MS = 2_000
/** Time in ms without renewal after which another process takes the lock. */
const LOCK_TIMEOUT_MS = 15_000

/** Returns a function that runs work while no other process creates or drops tables. */
export function createTablesLock(locks: Collection<TablesLock>, timeoutMs = LOCK_TIMEOUT_MS) {
  const _id = 'tables'

  async function isTaken(holder: string): Promise<boolean> {
    try {
      await locks.insertOne({ _id, holder, beat: 0 })
      return false
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return true
      throw error
    }
  }

  /** Waits for the lock. Removes one whose process has ended. */
  async function acquire(holder: string): Promise<void> {
    let seen: TablesLock | undefined
    let since = performance.now()
    while (await isTaken(holder)) {
      const found = (await locks.findOne({ _id })) ?? undefined
      const isSame = found?.holder === seen?.holder && found?.beat === seen?.beat
      if (!isSame) since = performance.now()
      seen = found
      if (found && performance.now() - since > timeoutMs) await locks.deleteOne(found)
      await pause(LOCK_PAUSE_MS)
    }
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    const holder = randomUUID()
    await acquire(holder)
    const renew = () => locks.updateOne({ _id, holder }, { $inc: { beat: 1 } })
    const timer = setInterval(() => void renew().catch(() => undefined), LOCK_RENEWAL_MS).unref()
    try {
      return await work()
    } finally {
      clearInterval(timer)
      // A lock that could not be removed expires.
      await locks.deleteOne({ _id, holder }).catch(() => undefined)
    }
  }
}
