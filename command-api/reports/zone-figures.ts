/** Figures of a zone for reporters: its row plus the reports that this process wrote since. */

import { DEFAULT_CONFIGURATION } from '#contract/city/configuration.ts'
import { countedReports, type ZoneRow } from '#contract/tables.ts'
import type { Zone } from '#rules/city.ts'
import { unconfirmedCount } from '#rules/counting.ts'
import type { Kernel } from '../kernel/kernel.ts'

export interface Figures extends Pick<ZoneRow, 'totalCustomers' | 'thresholds'> {
  /** Counted reports before the current one. */
  reports: number
  /** Whether reports of unconfirmed accounts count. */
  unconfirmedToo: boolean
}

interface Written {
  position: number
  /** The reporter's email is not confirmed. */
  unconfirmed?: true | undefined
}

export interface ZoneFigures {
  /**
   * Reads figures for display, not for decisions.
   * `customers` is the initial number, used while there is no row.
   */
  read(zone: Zone, customers: number): Promise<Figures>
  /** Remembers a report until the row contains it. */
  wrote(zone: Zone, report: Written): void
}

export function createZoneFigures({ rows }: Pick<Kernel, 'rows'>): ZoneFigures {
  const written = new Map<Zone, Written[]>()
  return {
    async read(zone, customers) {
      const [row] = await (await rows.standing('zones')).get<ZoneRow>('zones', [zone])
      const ahead = (written.get(zone) ?? []).filter(({ position }) => position > (row?.position ?? 0))
      written.set(zone, ahead)
      const unconfirmedToo = unconfirmedCount(row?.unconfirmedRule, row?.mailServer)
      const counted = ahead.filter(({ unconfirmed }) => !unconfirmed || unconfirmedToo)
      return {
        reports: (row ? countedReports(row) : 0) + counted.length,
        unconfirmedToo,
        totalCustomers: row?.totalCustomers ?? customers,
        thresholds: row?.thresholds ?? DEFAULT_CONFIGURATION.thresholds,
      }
    },
    wrote(zone, report) {
      const ahead = written.get(zone) ?? []
      // A repeated command returns the position of its first attempt.
      if (!ahead.some(({ position }) => position === report.position)) written.set(zone, [...ahead, report])
    },
  }
}
