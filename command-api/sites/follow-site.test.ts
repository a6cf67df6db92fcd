/** Tests that sites follow the configuration: opened, changed, closed and reopened. */

import { describe, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { siteAggregate } from '../aggregates/site.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { syncSite } from './follow-site.ts'
import { openSite } from './open-site.ts'

const at = NOW.toISOString()
const facts = { name: 'East', location: 'Teshie', coordinates: { lat: 5.6, lng: -0.1 } }
const wanted = { id: 'WS003', ...facts }
const unknown = { maxCapacity: 1000, currentCapacity: 0, composition: {} }
const opened = createEvent('SiteOpened', { siteId: 'WS003', ...facts, ...unknown, openedBy: 'd1', openedAt: at })
const closed = createEvent('SiteClosed', { siteId: 'WS003', closedBy: 'd1', closedAt: at })
const changed = createEvent('SiteChanged', { siteId: 'WS003', ...facts, name: 'Old', changedBy: 'd1', changedAt: at })

const follow = (to: typeof wanted | undefined, ...log: Event[]) =>
  givenEvents(siteAggregate, log).when(syncSite, { siteId: 'WS003', site: to, changedBy: 'd1' })

describe('a site that follows the configuration', () => {
  it('is opened empty, its composition unknown', () => follow(wanted).then([opened]))
  it('stays when it is as configured', () => {
    follow(wanted, opened).then([])
    follow(wanted, opened, changed, createEvent('SiteChanged', { ...changed.data, name: 'East' })).then([])
  })
  it('is edited', () => follow({ ...wanted, name: 'Old' }, opened).then([changed]))
  it('is closed once, and not before it was opened', () => {
    follow(undefined, opened).then([closed])
    follow(undefined, opened, closed).then([])
    follow(undefined).then([])
  })
  it('comes back as a new one', () => follow(wanted, opened, closed).then([opened]))
})

describe('OpenSite', () => {
  const open = (composition: Record<string, number>, ...log: Event[]) =>
    givenEvents(siteAggregate, log).when(openSite, {
      ...wanted,
      maxCapacity: 10,
      currentCapacity: 1,
      composition,
      openedBy: 'd1',
    })
  it('accepts shares that sum to 100, or none', () => {
    open({ plastic: 60, paper: 40 }).then([
      createEvent('SiteOpened', {
        siteId: 'WS003',
        ...facts,
        maxCapacity: 10,
        currentCapacity: 1,
        composition: { plastic: 60, paper: 40 },
        openedBy: 'd1',
        openedAt: at,
      }),
    ])
    open({ plastic: 60 }).then({ rejected: 'bad-request', message: 'Total percentage must equal 100%' })
  })
  it('takes an id once', () => open({}, opened).then({ rejected: 'conflict', message: 'Site ID already exists' }))
})
