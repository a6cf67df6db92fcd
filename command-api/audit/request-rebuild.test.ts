/** Tests that repeated clicks request a single rebuild. */
import { describe, it } from 'vitest'
import { rebuildRequests } from '../aggregates/rebuilds.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { requestRebuild } from './request-rebuild.ts'

const asked = (target: string, ms = 0) =>
  createEvent('RebuildRequested', {
    target,
    requestedBy: 'a1',
    requestedAt: new Date(NOW.getTime() - ms).toISOString(),
  })
const ask = { target: 'zones', requestedBy: 'a1' }

describe('a rebuild', () => {
  it('is asked for', () =>
    givenEvents(rebuildRequests, [])
      .when(requestRebuild, ask)
      .then([asked('zones')]))
  it('is one if it is requested twice', () =>
    givenEvents(rebuildRequests, [asked('zones', 9_999)])
      .when(requestRebuild, ask)
      .then([]))
  it('is another one later', () =>
    givenEvents(rebuildRequests, [asked('zones', 10_000)])
      .when(requestRebuild, ask)
      .then([asked('zones')]))
  it('of one view is none of another', () =>
    givenEvents(rebuildRequests, [asked('reports')])
      .when(requestRebuild, ask)
      .then([asked('zones')]))
  it('is not refused after the clock was set back', () =>
    givenEvents(rebuildRequests, [asked('zones', -3_600_000)])
      .when(requestRebuild, ask)
      .then([asked('zones')]))
})
