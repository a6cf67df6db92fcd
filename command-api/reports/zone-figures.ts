/** What a reporter is told of their zone: read from its row, once the row has seen what this process wrote before. */
import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_CUSTOMERS, type Zone } from '#contract/city.ts'
import { tableOf, type ZoneRow } from '#contract/tables.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'

export interface ZoneFigures {
  /** Open reports before the one at hand, and customers. They inform; no decision rests on them. */
  read(zone: Zone): Promise<{ openReports: number; totalCustomers: number }>
  /** Remembers what was written, so that the next reader is told of it. */
  wrote(zone: Zone, position: Position): void
}

/** A report is never held up longer than this for a figure. */
const PATIENCE_MS = 250

export function createZoneFigures(reads: ReadStore): ZoneFigures {
  const written = new Map<Zone, Position>()
  return {
    async read(zone) {
      const until = Date.now() + PATIENCE_MS
      for (let wait = 1; ; wait = Math.min(wait * 2, 32)) {
        const [row] = await reads.get<ZoneRow>(tableOf('zones'), [zone])
        const upToDate = (row?.position ?? 0) >= (written.get(zone) ?? 0)
        if (upToDate || Date.now() >= until)
          return { openReports: row?.openReports ?? 0, totalCustomers: row?.totalCustomers ?? DEFAULT_CUSTOMERS[zone] }
        await pause(wait)
      }
    },
    wrote(zone, position) {
      written.set(zone, Math.max(position, written.get(zone) ?? 0))
    },
  }
}
