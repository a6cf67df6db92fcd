/** Tests a phone's stored shift: replacing, undoing, dismissing, counting, sending order. */
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  actionEntries,
  dismissRefusedActions,
  readStoredPhoto,
  readStoredSheet,
  recordDriverAction,
  recordOutcome,
  removeConfirmedActions,
  requeueOutcomes,
  storedActionsOf,
  undoOutcome,
  updateStoredRouteSheet,
} from './action-store.ts'
import {
  countUnsent,
  isOutcome,
  isPhoto,
  nextActionsToSend,
  type StopOutcomeBody,
  type StoredAction,
} from './stored-action.ts'

const userId = 'kojo'
const collected: StopOutcomeBody = { outcome: 'collected', at: '2026-03-02T08:14:00Z' }
const left: StopOutcomeBody = { outcome: 'exception', exception: 'not-out', at: '2026-03-02T08:15:00Z' }
const photo = new Blob(['a photo'])
const step = { kind: 'step', step: 'deliverLoad', body: {}, scheduleId: 'S1' } as const

const serve = (stopId: string, said = collected, more = {}) => recordOutcome({ userId, stopId, said, ...more })
const saidOf = async () =>
  (await storedActionsOf(userId))
    .filter(isOutcome)
    .map(({ did }) => [did.stopId, did.said.exception ?? did.said.outcome])
/** A time after all undo periods, so that all stored actions can be claimed for sending. */
const LATER = Date.now() + 60_000
const claimAll = async () => actionEntries.claim(await storedActionsOf(userId), LATER)

beforeEach(async () => {
  for (const user of [userId, 'efua']) await dismissRefusedActions(user, await storedActionsOf(user))
})

describe('an outcome', () => {
  it('replaces an unsent one of its stop, which an undo restores with its photo', async () => {
    const first = await serve('a', collected, { photo })
    const second = await serve('a', left)
    expect(await saidOf()).toEqual([['a', 'not-out']])
    expect(countUnsent(await storedActionsOf(userId))).toEqual({ stops: 1, photos: 0, steps: 0 })
    expect(await undoOutcome(second)).toBe(true)
    expect(await saidOf()).toEqual([['a', 'collected']])
    expect(countUnsent(await storedActionsOf(userId))).toEqual({ stops: 1, photos: 1, steps: 0 })
    expect((await storedActionsOf(userId))[0]?.key).toBe(first.key)
  })

  it('is undone with its photo, but not once it is on its way', async () => {
    const undone = await serve('a', collected, { photo })
    const kept = (await storedActionsOf(userId)).find(isPhoto)
    expect(await readStoredPhoto(kept?.key ?? '')).toBeDefined()
    expect(await undoOutcome(undone)).toBe(true)
    expect(await storedActionsOf(userId)).toEqual([])
    expect(await readStoredPhoto(kept?.key ?? '')).toBeUndefined()
    const sent = await serve('a')
    await claimAll()
    expect(await undoOutcome(sent)).toBe(false)
    expect(await saidOf()).toEqual([['a', 'collected']])
  })

  it('that was tried stays when it is corrected, because the server may have it', async () => {
    await serve('a')
    await claimAll()
    await serve('a', left)
    expect(await saidOf()).toEqual([
      ['a', 'collected'],
      ['a', 'not-out'],
    ])
  })

  it('from before a step stays, because the load depends on it', async () => {
    await serve('a')
    await recordDriverAction(userId, step)
    await serve('a', collected, { photo })
    expect((await storedActionsOf(userId)).map(({ did }) => did.kind)).toEqual(['outcome', 'step', 'outcome', 'photo'])
  })

  it('replaces a refused one', async () => {
    const { key } = await serve('a')
    await claimAll()
    await actionEntries.update(key, { refusal: 'No.' })
    await serve('a', left)
    expect(await saidOf()).toEqual([['a', 'not-out']])
  })

  it('that was refused for its time is sent again with another one, and its photo follows', async () => {
    const { key } = await serve('a', collected, { photo })
    await claimAll()
    await actionEntries.update(key, { refusal: 'In the future', hasWrongTime: true })
    const refused = (await storedActionsOf(userId)).filter(isOutcome)
    expect(nextActionsToSend(await storedActionsOf(userId), LATER)).toEqual([])
    await requeueOutcomes(userId, refused, '2026-03-02T09:00:00Z')
    const [again, follows] = (await storedActionsOf(userId)).toSorted((a, b) => (isPhoto(a) ? 1 : isPhoto(b) ? -1 : 0))
    expect(again).toMatchObject({ did: { said: { at: '2026-03-02T09:00:00Z' } } })
    expect(again?.key).not.toBe(key)
    expect(follows?.did).toMatchObject({ of: again?.key, said: { at: '2026-03-02T09:00:00Z' } })
  })
})

describe('what is sent next', () => {
  const keysOf = (actions: readonly StoredAction[]) => actions.map(({ key }) => key)

  it('is outcomes of different stops together, then each step alone, and photos last', async () => {
    const one = await serve('a', collected, { photo })
    const two = await serve('b')
    const three = await serve('c')
    const deliver = await recordDriverAction(userId, step)
    const four = await serve('b', left)
    const all = await storedActionsOf(userId)
    expect(keysOf(nextActionsToSend(all, LATER))).toEqual(keysOf([one, two, three]))
    const without = (...done: StoredAction[]) => all.filter(({ key }) => !keysOf(done).includes(key))
    expect(keysOf(nextActionsToSend(without(one, two, three), LATER))).toEqual([deliver.key])
    expect(keysOf(nextActionsToSend(without(one, two, three, deliver), LATER))).toEqual([four.key])
    const [last] = nextActionsToSend(without(one, two, three, deliver, four), LATER)
    expect(last && isPhoto(last)).toBe(true)
  })

  it('is nothing while the first outcome can be undone; a step ends that', async () => {
    const outcome = await serve('a')
    expect(nextActionsToSend(await storedActionsOf(userId), Date.now())).toEqual([])
    // After a clock change, a later action may be sendable before an earlier one.
    const later = { ...outcome, key: 'later', did: { ...outcome.did, stopId: 'b' } as never, heldUntil: 0 }
    expect(nextActionsToSend([outcome, later], Date.now())).toEqual([])
    await recordDriverAction(userId, step)
    expect(keysOf(nextActionsToSend(await storedActionsOf(userId), Date.now()))).toEqual([outcome.key])
  })

  it('never has two outcomes of one stop: the first may change the id', async () => {
    await serve('a')
    await claimAll()
    await serve('a', left)
    expect(nextActionsToSend(await storedActionsOf(userId), LATER)).toHaveLength(1)
  })

  it('is at most 25 outcomes, so that a slow network passes them', async () => {
    for (let n = 0; n < 30; n++) await serve(`stop-${n}`)
    expect(nextActionsToSend(await storedActionsOf(userId), LATER)).toHaveLength(25)
  })
})

it('forgets what the sheet shows, and photos of replaced outcomes', async () => {
  const first = await serve('a', collected, { photo })
  await claimAll()
  await actionEntries.update(first.key, { sentAs: '7' })
  const second = await serve('a', left)
  await actionEntries.update(second.key, { sentAs: '9' })
  await removeConfirmedActions(userId, (sentAs) => sentAs === '7')
  expect((await storedActionsOf(userId)).map(({ key }) => key)).toEqual([second.key])
})

it('changes what is stored of the sheet now, so that a sheet from the server keeps another tab’s order', async () => {
  const sheet = { version: 1, stops: [], left: 0, exceptions: [] }
  await updateStoredRouteSheet(userId, () => ({ userId, sheet, position: '1', carried: [] }))
  const [sorted, received] = await Promise.all([
    updateStoredRouteSheet(userId, (before) => before && { ...before, order: ['b', 'a'] }),
    updateStoredRouteSheet(userId, (before) => before && { ...before, position: '2' }),
  ])
  expect(sorted).toMatchObject({ position: '1', order: ['b', 'a'] })
  expect(received).toMatchObject({ position: '2', order: ['b', 'a'] })
  expect(await updateStoredRouteSheet(userId, () => undefined)).toEqual(received)
  expect(await readStoredSheet(userId)).toEqual(received)
})

it('keeps each driver’s actions apart', async () => {
  await serve('a')
  await recordOutcome({ userId: 'efua', stopId: 'a', said: left })
  expect(await saidOf()).toEqual([['a', 'collected']])
  expect(await storedActionsOf('efua')).toHaveLength(1)
})
