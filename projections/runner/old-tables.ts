/**
 * Drops the tables of earlier view versions.
 * A single process drops them at once.
 * Otherwise it waits until no process reads them.
 */
import type { TableName, ViewName } from '#contract/tables.ts'
import type { Log } from '#platform/logging.ts'
import { createUnusedTableFinder, LEASE_RENEWAL_MS } from '#platform/read-store/leases.ts'
import type { ReadStore, Tables } from '#platform/read-store/read-store.ts'
import { olderTableVersionsOf, runExclusively } from '#platform/read-store/serving.ts'

interface OldTablesOptions {
  reads: Pick<Tables, 'tables' | 'drop'> & Pick<ReadStore, 'leases' | 'exclusively'>
  views: readonly ViewName[]
  log: Pick<Log, 'error' | 'info'>
  /** Interval in ms between searches for tables that no process reads. */
  everyMs?: number
  /** Monotonic clock in ms. */
  steady?: () => number
}

export function createOldTableCleaner({
  reads,
  views,
  log,
  everyMs = LEASE_RENEWAL_MS,
  steady: monotonicNow,
}: OldTablesOptions) {
  const readers = reads.leases && createUnusedTableFinder(reads.leases, monotonicNow)
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined

  async function older(): Promise<TableName[]> {
    const names = await reads.tables()
    return views.flatMap((view) => olderTableVersionsOf(names, view).reverse())
  }

  async function drop(): Promise<void> {
    const tables = await older()
    const unread = readers ? await readers.unread(tables) : tables
    if (unread.length === 0) return
    // A process of the earlier version may begin the table again, but not before all of it is gone.
    await runExclusively(reads, async () => {
      for (const table of readers ? await readers.unread(unread) : unread) {
        await reads.drop(table)
        log.info({ table }, 'a table of an earlier version was dropped')
      }
    })
  }

  function dropLater(): void {
    checking ??= drop()
      .catch((error) => log.error({ err: error }, 'tables of earlier versions could not be dropped; trying again'))
      .finally(() => {
        checking = undefined
      })
  }

  return {
    /**
     * Starts to drop tables of old view versions.
     * Call this once reads use the present versions.
     */
    async begin(): Promise<void> {
      if (!readers) return drop()
      timer ??= setInterval(dropLater, everyMs).unref()
      dropLater()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await checking
    },
  }
}
