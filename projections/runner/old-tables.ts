/** Drops the tables of earlier versions: at once where this process is alone, otherwise when no process reads them any more. */
import type { TableName, ViewName } from '#contract/tables.ts'
import type { Log } from '#platform/logging.ts'
import { RENEW_MS, watchReaders } from '#platform/read-store/leases.ts'
import type { ReadStore, Tables } from '#platform/read-store/read-store.ts'
import { olderVersions } from '#platform/read-store/serving.ts'

interface Options {
  reads: Pick<Tables, 'tables' | 'drop'> & Pick<ReadStore, 'leases'>
  views: readonly ViewName[]
  log: Pick<Log, 'error' | 'info'>
  /** How often to look for tables that nobody reads, in ms. */
  everyMs?: number
  /** Ms that only go forward. */
  steady?: () => number
}

export function createOldTables({ reads, views, log, everyMs = RENEW_MS, steady }: Options) {
  const readers = reads.leases && watchReaders(reads.leases, steady)
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  async function older(): Promise<TableName[]> {
    const names = await reads.tables()
    return views.flatMap((view) => olderVersions(names, view).reverse())
  }

  async function drop(): Promise<void> {
    const tables = await older()
    for (const table of readers ? await readers.unread(tables) : tables) {
      await reads.drop(table)
      log.info({ table }, 'a table of an earlier version was dropped')
    }
  }

  function dropLater(): void {
    looking ??= drop()
      .catch((error) => log.error({ err: error }, 'tables of earlier versions could not be dropped; trying again'))
      .finally(() => {
        looking = undefined
      })
  }

  return {
    /** The present versions serve from now on. */
    async begin(): Promise<void> {
      if (!readers) return drop()
      timer ??= setInterval(dropLater, everyMs).unref()
      dropLater()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}
