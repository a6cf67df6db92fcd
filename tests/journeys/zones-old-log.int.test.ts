/** Tests logs that are older than the event by which zones are opened. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFirstZones } from '#command-api/internal-commands/seed.ts'
import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { CONFIGURATION_ID, tableNameOf } from '#contract/tables.ts'
import type { ConfigurationView } from '#contract/views.ts'
import { NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { NORTH, openCityForEachTest } from './zones-city.ts'

const city = openCityForEachTest()
const { zones } = city

const OLD_CONFIGURATION = {
  version: 1,
  configuration: {
    ...DEFAULT_CONFIGURATION,
    dumping_sites: [{ id: 'WS001', name: 'North', location: '', coordinates: { lat: 5.6, lng: -0.2 } }],
    zone_customers: { [NORTH]: { totalCustomers: 30 }, 'Ayawaso West': { totalCustomers: 90 } },
    zone_distances: { [NORTH]: { WS001: 3 }, 'Ayawaso West': { WS001: 22.3 } },
    thresholds: { recommendPercent: 70, smallZone: 10 },
  },
  changes: [],
  changedBy: 'd1',
  changedAt: '2026-03-01T08:00:00.000Z',
}
const openedEvents = async (names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const events = await city.kernel.store.readStream(`zone-${name}`)
      return events.filter(({ type }) => type === 'ZoneOpened').length
    }),
  )

describe('a log from before zones were opened', () => {
  /**
   * Writes the events of an older version's log directly to the store.
   * A running city can't produce them, because it opens its zones when it starts.
   */
  async function oldLog(): Promise<void> {
    const at = '2026-03-01T08:00:00.000Z'
    const stored: [string, Event[]][] = [
      [
        'zone-ablekuma-north',
        [{ type: 'ZoneConfigured', data: { zone: NORTH, totalCustomers: 145, changedBy: 'system', changedAt: at } }],
      ],
      [
        'zone-ayawaso-west',
        [
          {
            type: 'ZoneConfigured',
            data: { zone: 'Ayawaso West', totalCustomers: 90, changedBy: 'system', changedAt: at },
          },
        ],
      ],
      ['configuration', [{ type: 'ConfigurationChanged', data: OLD_CONFIGURATION }]],
      [
        'bin-u1',
        [
          {
            type: 'BinReportedFull',
            data: {
              reportId: 'u1.1',
              userId: 'u1',
              zone: NORTH,
              sealed: 'x',
              reportedAt: at,
              told: { reportedCount: 1, total: 30, threshold: 24 },
            },
          },
        ],
      ],
    ]
    await city.startWith(async (folder) => {
      const store = openSqliteEventStore(path.join(folder, 'log.db'))
      const meta = { commandId: 'old', fingerprint: '', actor: 'system' }
      for (const [stream, events] of stored)
        await store.append(
          stream,
          NO_STREAM_REVISION,
          events.map((event, n) => ({ ...event, id: `${stream}-${n}`, meta })),
        )
      await store.close()
    })
  }

  it('shows the same boards, with what its configuration says', async () => {
    await oldLog()
    expect(await zones()).toMatchObject([
      { id: NORTH, code: 'AN', totalCustomers: 30, openReports: 1, cycle: 1, thresholds: { recommendPercent: 70 } },
      { id: 'Ayawaso West', code: 'AW', totalCustomers: 90, openReports: 0, thresholds: { recommendPercent: 70 } },
    ])
    const [row] = await city.kernel.reads.get<Row & ConfigurationView>(tableNameOf('configuration'), [CONFIGURATION_ID])
    expect(row).toMatchObject({
      version: 1,
      zone_customers: { [NORTH]: { totalCustomers: 30 }, 'Ayawaso West': { totalCustomers: 90 } },
      zone_distances: { [NORTH]: { WS001: 3 }, 'Ayawaso West': { WS001: 22.3 } },
    })
  })

  it('opens its zones once, also by several starts at a time', async () => {
    await oldLog()
    await Promise.all([openFirstZones(city.kernel), openFirstZones(city.kernel), openFirstZones(city.kernel)])
    expect(await openedEvents(['ablekuma-north', 'ayawaso-west'])).toEqual([1, 1])
  })
})
