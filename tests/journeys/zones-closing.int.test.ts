/** Tests emptying and closing zones during concurrent commands. */
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseZone, handleMoveResident } from '#command-api/accounts/move-resident.ts'
import { registerAccount } from '#command-api/accounts/register.ts'
import { moveResidents } from '#command-api/internal-commands/move-residents.ts'
import { processInOneBatch } from '#command-api/kernel/in-batches.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { scheduleCollection } from '#command-api/schedules/schedule-collection.ts'
import { createZoneHandlers } from '#command-api/zones/routes.ts'
import { isRejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import { createCurrentRows } from '#platform/read-store/current-rows.ts'
import { SITES, TRUCKS } from './city-of-reports.ts'
import { envelopeBy, NORTH, openCityForEachTest } from './zones-city.ts'

const city = openCityForEachTest()
const { ask, zone, signUp, report, zones } = city

describe('a third zone', () => {
  beforeEach(city.withThird)

  it('closes only when nothing is left, and its residents can be moved', async () => {
    for (const id of ['u1', 'u2']) await signUp(id, 'Teshie')
    await report('u1', 'Teshie')
    await city.caughtUp()
    expect(await zone('closeZone', { id: 'Teshie' })).toMatchObject({
      rejected: 'conflict',
      message: "Teshie can't be closed yet: it has 2 residents and 1 open report.",
    })
    expect(await zone('moveResidents', { id: 'Teshie', body: { to: 'Atlantis' } })).toMatchObject({
      rejected: 'bad-request',
    })
    await zone('moveResidents', { id: 'Teshie', body: { to: NORTH }, key: 'k' })
    const job = { type: 'MoveResidents', zone: 'Teshie', to: NORTH, moveId: 'move/k', begunBy: 'd1' } as const
    for (const _ of ['once', 'again']) await moveResidents(city.kernel, job, processInOneBatch)
    await city.caughtUp()
    const live = await city.kernel.reads.count(tableNameOf('accounts'), { zone: NORTH })
    expect(live).toBe(2)
    expect(await zone('closeZone', { id: 'Teshie' })).toMatchObject({
      message: "Teshie can't be closed yet: it has 1 open report.",
    })
    await ask(createCollectionHandlers(city.kernel), 'markAllCollected', {
      body: { truckId: TRUCKS[0], dumpingSiteId: SITES[0] },
    })
    expect(await zone('closeZone', { id: 'Teshie' })).toMatchObject({ message: 'Teshie is closed.' })
    expect((await zones()).map(({ id }) => id)).toEqual([NORTH, 'Ayawaso West'])
    expect(await signUp('u3', 'Teshie')).toMatchObject({ rejected: 'bad-request', message: 'Select a valid zone' })
  })

  it('whose residents are moved, and moved back meanwhile, leaves them there and comes to an end', async () => {
    await signUp('u1', 'Teshie')
    await city.caughtUp()
    await zone('moveResidents', { id: 'Teshie', body: { to: NORTH }, key: 'k' })
    const job = { type: 'MoveResidents', zone: 'Teshie', to: NORTH, moveId: 'move/k', begunBy: 'd1' } as const
    await moveResidents(city.kernel, job, processInOneBatch)
    const back = { userId: 'u1', from: NORTH, to: 'Teshie', changedBy: 'd1' }
    await handleMoveResident(city.kernel, back, { commandId: 'back', fingerprint: '', actor: 'd1' })
    await moveResidents(city.kernel, job, processInOneBatch)
    await city.caughtUp()
    expect(await city.kernel.reads.count(tableNameOf('accounts'), { zone: 'Teshie' })).toBe(1)
  })

  it('takes nobody in while it is being emptied, and is not emptied or closed while others are moved to it', async () => {
    await zone('moveResidents', { id: 'Teshie', body: { to: NORTH } })
    expect(await zone('moveResidents', { id: 'Ayawaso West', body: { to: 'Teshie' } })).toMatchObject({
      rejected: 'conflict',
      message: `The residents of Teshie are being moved to ${NORTH}. Wait until they have moved.`,
    })
    expect(await zone('moveResidents', { id: NORTH, body: { to: 'Ayawaso West' } })).toMatchObject({
      rejected: 'conflict',
      message: `The residents of Teshie are being moved to ${NORTH}. Wait until they have moved.`,
    })
    expect(await zone('closeZone', { id: NORTH })).toMatchObject({
      rejected: 'conflict',
      message: `The residents of Teshie are being moved to ${NORTH}. Close it later.`,
    })
  })

  it('counts all whom a move has moved, also before it was stopped', async () => {
    for (const id of ['u1', 'u2', 'u3']) await signUp(id, 'Teshie')
    await city.caughtUp()
    await zone('moveResidents', { id: 'Teshie', body: { to: NORTH }, key: 'k' })
    const job = { type: 'MoveResidents', zone: 'Teshie', to: NORTH, moveId: 'move/k', begunBy: 'd1' } as const
    const stopped: typeof processInOneBatch = async (all, work) => {
      await work(all.slice(0, 2))
      throw new Error('the process ended')
    }
    await expect(moveResidents(city.kernel, job, stopped)).rejects.toThrow('the process ended')
    await city.caughtUp()
    await moveResidents(city.kernel, job, processInOneBatch)
    const events = await city.kernel.store.readStream('zone-teshie')
    expect(events.at(-1)).toMatchObject({ type: 'ResidentsMoved', data: { residents: 3 } })
  })

  it('that closes as its trucks are planned leaves none planned', async () => {
    const { kernel } = city
    await signUp('u1', 'Teshie')
    await report('u1', 'Teshie')
    const event = {
      type: 'ZoneClosed',
      data: { zoneId: 'Teshie', closedBy: 'd1', closedAt: '2026-03-01T08:00:00.000Z' },
    }
    const closing: typeof kernel.store = {
      ...kernel.store,
      append: async (stream, revision, events) => {
        const done = await kernel.store.append(stream, revision, events)
        if (stream === 'dispatch-teshie')
          await kernel.store.append('zone-teshie', (await kernel.store.readStream('zone-teshie')).length - 1, [
            { ...event, id: crypto.randomUUID(), meta: envelopeBy('d1') },
          ])
        return done
      },
    }
    expect(await scheduleCollection({ ...kernel, store: closing }, { zone: 'Teshie' }, envelopeBy('d1'))).toMatchObject(
      {
        rejected: 'conflict',
        message: 'Teshie was closed.',
      },
    )
  })

  it('that closes while a password is hashed takes nobody in', async () => {
    const { kernel } = city
    const slow = {
      ...kernel.vault,
      credentials: async () => undefined,
      setPassword: async () => !('rejected' in (await zone('closeZone', { id: 'Teshie' }))),
    }
    const person = { userId: 'u9', name: 'u9', email: 'u9@example.com', password: 'a good password' }
    const signed = await registerAccount(
      { ...kernel, vault: slow },
      { ...person, role: 'resident', zone: 'Teshie' },
      envelopeBy('u9'),
    )
    expect(signed).toMatchObject({ rejected: 'bad-request', message: 'Select a valid zone' })
  })

  it('that closes as somebody signs up leaves them a sentence and a choice', async () => {
    await signUp('u1', 'Teshie')
    // Simulates a read store that lags behind the log.
    const stale = {
      ...city.kernel.reads,
      count: async (_: string, filter?: object) => (filter && 'open' in filter && !('zone' in filter) ? 2 : 0),
    }
    const closing = createZoneHandlers({ ...city.kernel, rows: createCurrentRows(city.kernel.store, stale) })
    expect(await ask(closing, 'closeZone', { id: 'Teshie' })).toMatchObject({ message: 'Teshie is closed.' })
    expect(await report('u1', 'Teshie')).toMatchObject({
      rejected: 'conflict',
      message: 'Teshie was closed. Choose your new zone and report again.',
    })
    expect(await chooseZone(city.kernel, { userId: 'u1', zone: 'Teshie' }, envelopeBy('u1'))).toMatchObject({
      rejected: 'bad-request',
    })
    const chosen = await chooseZone(city.kernel, { userId: 'u1', zone: NORTH }, envelopeBy('u1'))
    expect(!isRejection(chosen) && chosen.state.registered?.zone).toBe(NORTH)
    expect(await chooseZone(city.kernel, { userId: 'u1', zone: 'Ayawaso West' }, envelopeBy('u1'))).toMatchObject({
      rejected: 'conflict',
    })
    expect(await report('u1', NORTH)).not.toHaveProperty('rejected')
  })
})
