/** The zones' reads at the door: which are open, and how near each is to its collection. */

import type { ZoneRow } from '#contract/tables.ts'
import { ZoneStatus } from '#contract/views.ts'
import type { Handlers } from '#platform/http/api.ts'
import { openZones } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { toZoneCard } from './zones-view.ts'

const Figures = ZoneStatus.omit({ zone: true })

export function zoneReads({ reads, runner, clock }: Reading): Handlers {
  const readOpen = () => reads.find<ZoneRow>(runner.table('zones'), openZones)
  return {
    zones: async () => ({ zones: (await readOpen()).map(({ id }) => id) }),

    openZones: async () => ({ zones: (await readOpen()).map(toZoneCard) }),

    async thresholdStatus() {
      const rows = await readOpen()
      const thresholdStatus = Object.fromEntries(rows.map((row) => [row.id, Figures.parse(toZoneCard(row))]))
      const ready = Object.values(thresholdStatus).some((status) => status.thresholdReached)
      return { status: ready ? 'ready' : 'monitoring', thresholdStatus, timestamp: clock().toISOString() }
    },
  }
}
