/** Tests zone figures against fake residents: limits, unconfirmed reports and sudden bursts. */
import { expect, it } from 'vitest'
import type { Event, EventType } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { ZoneRow } from '#contract/tables.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import { toRecordedEvents } from '../runner/fixtures.ts'
import { toZoneCard, zonesView } from './zones-view.ts'

const zone = 'Ablekuma North'
const at = '2026-03-01T08:00:00.000Z'
const reported = (n: number, unconfirmed?: true) =>
  ({
    type: 'BinReportedFull',
    data: { reportId: `u${n}.1`, userId: `u${n}`, zone, reportedAt: at, unconfirmed },
  }) as Event
const mail: Event = { type: 'MailServerSet', data: { isSet: true, setAt: at } }
const customers = (totalCustomers: number): Event => ({
  type: 'ZoneConfigured',
  data: { zone, totalCustomers, changedBy: 'd1', changedAt: at },
})
const confirmed = (n: number): Event => ({
  type: 'ReportConfirmed',
  data: { reportId: `u${n}.1`, userId: `u${n}`, zone, confirmedAt: at },
})
const configured = (unconfirmedReports: 'count' | 'wait'): Event => {
  const configuration = { ...DEFAULT_CONFIGURATION, dumping_sites: [], unconfirmedReports }
  return {
    type: 'ConfigurationChanged',
    data: { version: 1, configuration, changes: [], changedBy: 'd', changedAt: at },
  }
}

function statusAfter(...events: Event[]) {
  let row: ZoneRow | undefined
  for (const event of toRecordedEvents(events)) {
    const fold = zonesView.on[event.type as EventType] as unknown as {
      row(row: ZoneRow | undefined, event: RecordedEvent, id: string): ZoneRow | undefined
    }
    row = fold?.row(row, event, zone) ?? row
  }
  return toZoneCard(row as ZoneRow)
}
const some = (count: number, from = 0, unconfirmed?: true) =>
  Array.from({ length: count }, (_, n) => reported(from + n, unconfirmed))

it('counts no more reports than customers, and never needs less than none', () => {
  const status = statusAfter(customers(10), ...some(25))
  expect(status).toMatchObject({ currentReports: 10, reportsNeeded: 0, thresholdReached: true })
})

it('leaves unconfirmed ones out where mails go out, until they are confirmed', () => {
  const flood = [customers(10), mail, ...some(4), ...some(20, 100, true)]
  expect(statusAfter(...flood)).toMatchObject({ currentReports: 4, reportsNeeded: 6, notCounted: 20 })
  expect(statusAfter(...flood, confirmed(100))).toMatchObject({ currentReports: 5, notCounted: 19 })
})

it('goes by what is configured rather than by the mail server', () => {
  const flood = [customers(100), ...some(4), ...some(20, 100, true)]
  expect(statusAfter(...flood)).toMatchObject({ currentReports: 24 })
  expect(statusAfter(...flood).notCounted).toBeUndefined()
  expect(statusAfter(...flood, configured('wait'))).toMatchObject({ currentReports: 4 + 20 - 20 })
  expect(statusAfter(mail, ...flood, configured('count'))).toMatchObject({ currentReports: 24 })
})

it('forgets the collected ones, of either kind', () => {
  const load = (...ids: string[]) =>
    ({ type: 'TruckDispatched', data: { loads: [{ zone, reportIds: ids }] } }) as unknown as Event
  const flood = [customers(10), mail, ...some(2), ...some(3, 100, true)]
  expect(statusAfter(...flood, load('u0.1', 'u100.1'))).toMatchObject({ currentReports: 1, notCounted: 2 })
})

it('shows a burst until it is cleared, or its cycle is over', () => {
  const flagged: Event = { type: 'BurstFlagged', data: { zone, cycle: 1, reports: 12, flaggedAt: at } }
  const cleared: Event = { type: 'BurstCleared', data: { zone, cycle: 1, clearedBy: 'd1', clearedAt: at } }
  const gone = { type: 'TruckDispatched', data: { loads: [{ zone, reportIds: ['u0.1'] }] } } as unknown as Event
  expect(statusAfter(reported(0), flagged).burst).toEqual({ reports: 12, flaggedAt: at })
  expect(statusAfter(reported(0), flagged, cleared).burst).toBeUndefined()
  expect(statusAfter(reported(0), flagged, gone).burst).toBeUndefined()
  expect(statusAfter(reported(0), flagged, gone, reported(1)).burst).toBeUndefined()
})
