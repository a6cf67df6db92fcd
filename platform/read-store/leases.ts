/** Leases: each process that reads a shared store says which versions of the views it reads, and renews that until it ends. */
import { randomUUID } from 'node:crypto'
import { type TableName, VIEW_VERSIONS } from '#contract/tables.ts'
import { lookUp } from '#rules/dictionary.ts'
import type { Log } from '../logging.ts'
import type { Lease, Leases, ReadStore } from './read-store.ts'
import { versionOf, viewOf } from './serving.ts'

export const RENEW_MS = 10_000
/** A table that no living process reads is dropped after this time, and a lease that was not renewed for it has ended. */
export const GRACE_MS = 120_000

export interface HeldLease {
  end(): Promise<void>
}

/** Takes a lease before anything is read, and renews it. Does nothing on a store that no other process uses. */
export async function holdLease(
  { leases }: Pick<ReadStore, 'leases'>,
  log: Pick<Log, 'error'>,
  versions: Readonly<Record<string, number>> = VIEW_VERSIONS,
): Promise<HeldLease> {
  if (!leases) return { end: async () => undefined }
  const id = randomUUID()
  const renew = () => leases.renew({ id, beat: randomUUID(), versions })
  await renew()
  const timer = setInterval(
    () => void renew().catch((error) => log.error({ err: error }, 'the lease could not be renewed; trying again')),
    RENEW_MS,
  ).unref()
  return {
    async end() {
      clearInterval(timer)
      // What can't be ended now is over after the grace.
      await leases.end(id).catch((error) => log.error({ err: error }, 'the lease could not be ended'))
    },
  }
}

/** Finds tables that no process reads any more, by looking at the leases now and then. `steady`: ms that only go forward. */
export function watchReaders(leases: Leases, steady = () => performance.now()) {
  const beats = new Map<string, { beat: string; since: number }>()
  const unread = new Map<TableName, number>()

  /** The leases that were renewed of late. One that is seen for the first time counts; one that ended is removed. */
  async function living(): Promise<Lease[]> {
    const all = await leases.all()
    const ids = new Set(all.map(({ id }) => id))
    for (const id of [...beats.keys()]) if (!ids.has(id)) beats.delete(id)
    const alive: Lease[] = []
    for (const lease of all) {
      const known = beats.get(lease.id)
      if (known?.beat !== lease.beat) beats.set(lease.id, { beat: lease.beat, since: steady() })
      else if (steady() - known.since > GRACE_MS) {
        await leases.end(lease.id)
        continue
      }
      alive.push(lease)
    }
    return alive
  }

  return {
    /** Returns those of the tables that nobody has read for the time of grace. */
    async unread(tables: readonly TableName[]): Promise<TableName[]> {
      const alive = await living()
      const isRead = (table: TableName) =>
        alive.some(({ versions }) => lookUp(versions, viewOf(table)) === versionOf(table))
      for (const table of [...unread.keys()]) if (!tables.includes(table) || isRead(table)) unread.delete(table)
      const free = tables.filter((table) => !isRead(table))
      for (const table of free) if (!unread.has(table)) unread.set(table, steady())
      return free.filter((table) => steady() - (unread.get(table) ?? steady()) > GRACE_MS)
    },
  }
}
