/** Answers reads of zones: open zones and their closeness to a collection. */

import type { ZoneRow } from '#contract/tables.ts'
import { ZoneStatus } from '#contract/views.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { openZonesQuery } from '../queries/lists.ts'
import { toZoneCard } from './zones-view.ts'

const Figures = ZoneStatus.omit({ zone: true })
const readOpen = (rows: Rows) => rows.find<ZoneRow>('zones', openZonesQuery)

export function createZoneReadHandlers(): ReadHandlers {
  return {
    async zones(_call, { rows }) {
      const open = await readOpen(rows)
      return {
        zones: open.map(({ id }) => id),
        centres: Object.fromEntries(open.map(({ id, centre }) => [id, centre])),
      }
    },

    openZones: async (_call, { rows }) => ({ zones: (await readOpen(rows)).map(toZoneCard) }),

    async thresholdStatus(_call, { rows, now }) {
      const zones = await readOpen(rows)
      const thresholdStatus = Object.fromEntries(zones.map((zone) => [zone.id, Figures.parse(toZoneCard(zone))]))
      const ready = Object.values(thresholdStatus).some((status) => status.thresholdReached)
      return { status: ready ? 'ready' : 'monitoring', thresholdStatus, timestamp: now.toISOString() }
    },
  }
}
