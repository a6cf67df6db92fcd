/** The zones' read at the door: how near each is to its collection. */

import type { ZoneRow } from '#contract/tables.ts'
import type { ThresholdStatus } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import { ZONES } from '#rules/city.ts'
import { emptyZone, toZoneStatus } from './zones-view.ts'

export function zoneReads(): Reads {
  return {
    async thresholdStatus(_call, { rows, now }) {
      const zones = await rows.get<ZoneRow>('zones', ZONES)
      const thresholdStatus = Object.fromEntries(
        ZONES.map((zone, index) => {
          const { id: _, zone: name, ...status } = toZoneStatus(zones[index] ?? emptyZone(zone))
          return [name, status]
        }),
      ) as ThresholdStatus['thresholdStatus']
      const ready = Object.values(thresholdStatus).some((status) => status.thresholdReached)
      return { status: ready ? 'ready' : 'monitoring', thresholdStatus, timestamp: now.toISOString() }
    },
  }
}
