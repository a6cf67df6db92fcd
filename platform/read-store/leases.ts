/**
 * Leases of a shared store.
 * Each process declares the view versions it reads, until it ends.
 */
import { randomUUID } from 'node:crypto'
import { type TableName, VIEW_VERSIONS } from '#contract/tables.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { Log } from '../logging.ts'
import type { ReaderLease, ReaderLeaseStore, ReadStore } from './read-store.ts'
import { versionOfTable, viewOfTable } from './serving.ts'

export const LEASE_RENEWAL_MS = 10_000
/**
 * Time in ms without renewal after which a lease ends.
 * Tables that no process reads any more are then dropped.
 */
export const LEASE_GRACE_PERIOD_MS = 120_000

interface ActiveLease {
  end(): Promise<void>
}

/**
 * Declares, before this process first reads, which view versions it reads.
 * Then renews this lease.
 * Does nothing if only one process uses the read store.
 */
export async function startReaderLease(
  { leases }: Pick<ReadStore, 'leases'>,
  log: Pick<Log, 'error'>,
  versions: Readonly<Record<string, number>> = VIEW_VERSIONS,
): Promise<ActiveLease> {
  if (!leases) return { end: async () => undefined }
  const id = randomUUID()
  const renew = () => leases.renew({ id, beat: randomUUID(), versions })
  await renew()
  const timer = setInterval(
    () => void renew().catch((error) => log.error({ err: error }, 'the lease could not be renewed; trying again')),
    LEASE_RENEWAL_MS,
  ).unref()
  return {
    async end() {
      clearInterval(timer)
      // A lease that was not ended expires after the grace time.
      await leases.end(id).catch((error) => log.error({ err: error }, 'the lease could not be ended'))
    },
  }
}

/**
 * Finds database tables that no process reads.
 * It periodically checks the leases that processes renew for the tables they read.
 * `steady` is a monotonic clock in ms.
 */
export function createUnusedTableFinder(leases: ReaderLeaseStore, steady = () => performance.now()) {
  const beats = new Map<string, { beat: string; since: number }>()
  const unread = new Map<TableName, number>()

  /**
   * Returns the leases of processes that still run.
   * Such leases were renewed recently, or this process sees them for the first time.
   * Removes expired leases.
   */
  async function living(): Promise<ReaderLease[]> {
    const all = await leases.all()
    const ids = new Set(all.map(({ id }) => id))
    for (const id of [...beats.keys()]) if (!ids.has(id)) beats.delete(id)
    const alive: ReaderLease[] = []
    for (const lease of all) {
      const known = beats.get(lease.id)
      if (known?.beat !== lease.beat) beats.set(lease.id, { beat: lease.beat, since: steady() })
      else if (steady() - known.since > LEASE_GRACE_PERIOD_MS) {
        await leases.end(lease.id)
        continue
      }
      alive.push(lease)
    }
    return alive
  }

  return {
    /** Returns the tables that no process read during the grace time. */
    async unread(tables: readonly TableName[]): Promise<TableName[]> {
      const alive = await living()
      const isRead = (table: TableName) =>
        alive.some(({ versions }) => lookUp(versions, viewOfTable(table)) === versionOfTable(table))
      for (const table of [...unread.keys()]) if (!tables.includes(table) || isRead(table)) unread.delete(table)
      const free = tables.filter((table) => !isRead(table))
      for (const table of free) if (!unread.has(table)) unread.set(table, steady())
      return free.filter((table) => steady() - (unread.get(table) ?? steady()) > LEASE_GRACE_PERIOD_MS)
    },
  }
}
