/** Tests how changes of the configuration affect the rows of zones and sites. */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { ZoneRow } from '#contract/tables.ts'
import { givenEvents } from '../runner/fixtures.ts'
import { sitesView } from '../sites/sites-view.ts'
import { createEmptyZoneRow, toZoneCard, zonesView } from '../zones/zones-view.ts'
import { configurationChanged } from './fixtures.ts'

const at = '2026-03-01T08:00:00.000Z'
const WEST = 'Ayawaso West'
const thresholds = { recommendPercent: 60, smallZone: 5 }
const setUp: Event = {
  type: 'ZoneConfigured',
  data: { zone: WEST, totalCustomers: 82, changedBy: 'system', changedAt: at },
}
const settings = {
  zone_customers: { 'Ablekuma North': { totalCustomers: 1 }, [WEST]: { totalCustomers: 90 } },
  thresholds,
}
const changed = configurationChanged(settings)

describe('a zone', () => {
  const row = (...events: Event[]) => givenEvents(zonesView, [setUp, ...events]).row(WEST)
  it('has its customers and thresholds from the configuration, each zone its own', async () => {
    expect(await row()).toMatchObject({ totalCustomers: 82, thresholds: { recommendPercent: 80, smallZone: 40 } })
    expect(await row(changed)).toMatchObject({ totalCustomers: 90, thresholds, openReports: 0 })
  })
  it('separates recommended from ready zones, both as configured', async () => {
    const shown = async (...events: Event[]) => toZoneCard((await row(...events)) as ZoneRow)
    expect(await shown()).toMatchObject({ recommendAt: 66, requiredReports: 82, reportsNeeded: 82 })
    expect(await shown(changed)).toMatchObject({ recommendAt: 54, requiredReports: 90, reportsNeeded: 90 })
  })
  it.each([
    [0, false, 145],
    [116, false, 29],
    [144, false, 1],
    [145, true, 0],
    [146, true, 0],
  ])('is ready by all its customers, not by what recommends a collection: %i of 145', (openReports, ready, needed) => {
    expect(toZoneCard({ ...createEmptyZoneRow('Ablekuma North'), openReports })).toMatchObject({
      // The shown number of reports is at most the number of customers.
      currentReports: Math.min(145, openReports),
      requiredReports: 145,
      totalCustomers: 145,
      thresholdReached: ready,
      reportsNeeded: needed,
    })
  })
  it('says whether there are simulated residents in it', async () => {
    const on = configurationChanged({ ...settings, simulatedActivity: true })
    const shown = async (...events: Event[]) => toZoneCard((await row(...events)) as ZoneRow).simulated
    expect([await shown(), await shown(on), await shown(on, changed)]).toEqual([false, true, false])
  })
})

describe('a site', () => {
  const facts = { name: 'East', location: 'Teshie', coordinates: { lat: 5.6, lng: -0.1 } }
  const load = { maxCapacity: 10, currentCapacity: 4, composition: { plastic: 100 } }
  const opened: Event = { type: 'SiteOpened', data: { siteId: 'S', ...facts, ...load, openedBy: 'd1', openedAt: at } }
  const moved = { name: 'Far East', location: 'Tema', coordinates: { lat: 5.7, lng: 0 } }
  const edited: Event = { type: 'SiteChanged', data: { siteId: 'S', ...moved, changedBy: 'd1', changedAt: at } }
  const closed: Event = { type: 'SiteClosed', data: { siteId: 'S', closedBy: 'd1', closedAt: at } }
  const row = { id: 'S', ...load, lastUpdated: at }

  it('keeps its load when it is edited', () =>
    givenEvents(sitesView, [opened, edited]).then('S', { ...row, ...moved, open: true, position: 2 }))
  it('is out of use after closing, and in use again after reopening', async () => {
    await givenEvents(sitesView, [opened, closed]).then('S', { ...row, ...facts, open: false, position: 2 })
    await givenEvents(sitesView, [opened, closed, opened]).then('S', { ...row, ...facts, open: true, position: 3 })
  })
})
