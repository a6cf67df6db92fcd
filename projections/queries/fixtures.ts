/** Fixture for read tests: real views, runner and decryption, in memory. */

import { setImmediate as turn } from 'node:timers/promises'
import { PagedListQuery } from '#contract/commands.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Event, EventOf } from '#contract/events.ts'
import { type Configuration, DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Role } from '#domain/city.ts'
import type { EventBatch, EventStore } from '#platform/event-store/event-store.ts'
import type { EndpointCall } from '#platform/http/api.ts'
import { createLog } from '#platform/logging.ts'
import { disabledPictureStore } from '#platform/pictures/pictures.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { createSealer } from '#platform/sealing.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { projectionViews } from '../app.ts'
import { toRecordedEvents } from '../runner/fixtures.ts'
import { startProjectionRunner } from '../runner/runner.ts'
import type { ReadDependencies } from './dependencies.ts'

/** Time of the fake clock, on a Wednesday. */
export const NOW = new Date('2026-03-04T12:00:00.000Z')
export const zone = 'Ablekuma North'

export async function openProjectionsFixture(clock = () => NOW) {
  const vault = openSqliteVault(':memory:')
  const sealer = createSealer(vault)
  const events: Event[] = []
  let wake = () => {}
  const store: Pick<EventStore, 'follow' | 'readStream'> = {
    readStream: async (name) => toRecordedEvents(events).filter(({ stream }) => stream === name),
    async *follow(after, signal): AsyncGenerator<EventBatch> {
      for (let next = Math.max(0, after); !signal.aborted; ) {
        const batch = toRecordedEvents(events).slice(next)
        next += batch.length
        yield { events: batch, caughtUp: true }
        if (next < events.length) continue
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        signal.addEventListener('abort', () => resolve())
        await promise
      }
    },
  }
  const log = createLog('test', 'silent')
  const reads = openMemoryReadStore()
  const runner = startProjectionRunner({ store: store as EventStore, reads, views: projectionViews, log })
  await runner.ready
  const reading: ReadDependencies = {
    runner,
    sealer,
    log,
    clock,
    vault,
    pictures: disabledPictureStore,
    tokens: undefined as never,
  }

  function happens(...added: Event[]): void {
    events.push(...added)
    wake()
  }

  return {
    reading,
    vault,
    /** Returns all events so far. */
    log: () => toRecordedEvents(events),
    happens,
    /** Adds events to the log and waits for their rows. */
    async happened(...added: Event[]): Promise<void> {
      happens(...added)
      while (runner.position() < events.length) await turn()
    },
    /** Returns the event of a person's registration. */
    async registered(userId: string, more: Partial<Registered> & { name?: string; email?: string } = {}) {
      const { name = `Name ${userId}`, email = `${userId}@example.com`, employeeId, facility, ...rest } = more
      const sealed = await sealer.seal(userId, { name, email, employeeId })
      const data = facility ? { ...rest, sealedFacility: await sealer.seal(userId, { facility }) } : rest
      const registeredAt = NOW.toISOString()
      return { type: 'AccountRegistered', data: { userId, role: 'resident', sealed, registeredAt, ...data } } as const
    },
    /** Returns the event of a report of a full bin. */
    async reported(reportId: string, userId: string, more: { reportedAt?: string; description?: string } = {}) {
      const { reportedAt = NOW.toISOString(), description } = more
      const sealed = await sealer.seal(userId, { name: `Name ${userId}`, description })
      const told = { reportedCount: 1, total: 145, threshold: 116 }
      return { type: 'BinReportedFull', data: { reportId, userId, zone, sealed, reportedAt, told } } as const
    },
    async close() {
      await runner.stop()
      await vault.close()
    },
  }
}

type Registered = EventOf<'AccountRegistered'>['data']

export const reportCollected = (reportId: string, userId: string, collectedAt = NOW.toISOString()) =>
  ({
    type: 'ReportCollected',
    data: { reportId, userId, zone, reportedAt: collectedAt, collectedBy: 'd1', collectedAt },
  }) as const
/** Returns a configuration event: defaults with these changes, and no sites. */
export const configurationChanged = (changes: Partial<Configuration>): Event => ({
  type: 'ConfigurationChanged',
  data: {
    version: 1,
    configuration: { ...DEFAULT_CONFIGURATION, dumping_sites: [], ...changes },
    changes: [],
    changedBy: 'd1',
    changedAt: NOW.toISOString(),
  },
})
/** Sets the city's time zone to UTC+1. */
export const timeZoneSetToLagos = configurationChanged({
  city: { ...DEFAULT_CONFIGURATION.city, timeZone: 'Africa/Lagos' },
})
export const accountErased = (userId: string) =>
  ({ type: 'AccountErased', data: { userId, erasedAt: NOW.toISOString() } }) as const

/** Returns a user's validated call of an endpoint, with default paging. */
export function createCall<N extends EndpointName>(
  userId: string,
  role: Role,
  { query = {} }: { query?: object } = {},
): EndpointCall<N> {
  const given = { ...query, ...PagedListQuery.parse(query) }
  const principal = { userId, role, zone }
  return { principal, query: given, params: {}, body: undefined, hasLeft: () => false } as unknown as EndpointCall<N>
}
