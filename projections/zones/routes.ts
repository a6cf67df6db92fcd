/** The zones' read at the door: how near each is to its collection. */

import type { ZoneRow } from '#contract/tables.ts'
import type { ThresholdStatus } from '#contract/views.ts'
import type { Handlers } from '#platform/http/api.ts'
import { ZONES } from '#rules/city.ts'
import type { Reading } from '../reading/reading.ts'
import { emptyZone, toZoneStatus } from './zones-view.ts'

export function zoneReads({ reads, runner, clock }: Reading): Handlers {
  return {
    async thresholdStatus() {
      const rows = await reads.get<ZoneRow>(runner.table('zones'), ZONES)
      const thresholdStatus = Object.fromEntries(
        ZONES.map((zone, index) => {
          const { id: _, zone: name, ...status } = toZoneStatus(rows[index] ?? emptyZone(zone))
          return [name, status]
        }),
      ) as ThresholdStatus['thresholdStatus']
      const ready = Object.values(thresholdStatus).some((status) => status.thresholdReached)
      return { status: ready ? 'ready' : 'monitoring', thresholdStatus, timestamp: clock().toISOString() }
    },
  }
}
