/** Tests that only sites that differ from the configuration are updated. */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { createConfigurationPolicy } from './configuration-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const facts = (name: string) => ({ name, location: 'Accra', coordinates: { lat: 5.6, lng: -0.2 } })
const opened = (siteId: string, name = siteId): Event => ({
  type: 'SiteOpened',
  data: {
    siteId,
    ...facts(name),
    maxCapacity: 1,
    currentCapacity: 0,
    composition: {},
    openedBy: 'system',
    openedAt: at,
  },
})
const changed = (siteId: string, name: string): Event => ({
  type: 'SiteChanged',
  data: { siteId, ...facts(name), changedBy: 'd1', changedAt: at },
})
const closed = (siteId: string): Event => ({ type: 'SiteClosed', data: { siteId, closedBy: 'd1', closedAt: at } })
const configured = (version: number, ...sites: [string, string?][]): Event => ({
  type: 'ConfigurationChanged',
  data: {
    version,
    configuration: {
      ...DEFAULT_CONFIGURATION,
      dumping_sites: sites.map(([id, name = id]) => ({ id, ...facts(name) })),
    },
    changes: [],
    changedBy: 'd1',
    changedAt: at,
  },
})

function idsAfter(...events: Event[]) {
  const policy = createConfigurationPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding().map((job) => job.id)
}
const begun = [opened('A'), opened('B')]

describe('the configuration policy', () => {
  it('leaves an installation alone that nobody configured', () => expect(idsAfter(...begun)).toEqual([]))

  it('asks for the sites that came, went or were edited', () => {
    const policy = createConfigurationPolicy()
    for (const event of [...begun, configured(1, ['A', 'new name'], ['C'])]) policy.evolve(event)
    const follow = (siteId: string) => ({ type: 'FollowConfiguration', siteId })
    expect(policy.outstanding()).toEqual([
      { id: 'follow-configuration-1-A', job: 'send-command', data: follow('A'), background: 1 },
      { id: 'follow-configuration-1-B', job: 'send-command', data: follow('B'), background: 2 },
      { id: 'follow-configuration-1-C', job: 'send-command', data: follow('C'), background: 3 },
    ])
  })

  it('asks for what is left when only some of it happened', () => {
    const half = [...begun, configured(1, ['A', 'new name'], ['C']), changed('A', 'new name')]
    expect(idsAfter(...half)).toEqual(['follow-configuration-1-B', 'follow-configuration-1-C'])
    expect(idsAfter(...half, closed('B'), opened('C'))).toEqual([])
  })

  it('goes by the newest version', () =>
    expect(idsAfter(...begun, configured(1, ['A']), configured(2, ['A'], ['B']))).toEqual([]))
})
