/** Tests the cache of people: its size, and erasures during reads. */
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sealer } from '#platform/sealing.ts'
import { accountErased, openProjectionsFixture } from './fixtures.ts'
import { createPersonDirectory } from './people.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeEach(async () => {
  city = await openProjectionsFixture()
  for (const userId of ['u1', 'u2', 'u3']) await city.happened(await city.registered(userId))
})
afterEach(() => city.close())

/** Creates a directory of the city's people, whose data `open` decrypts. */
const peopleBy = (open: Sealer['open'], most?: number) =>
  createPersonDirectory({ runner: city.reading.runner, sealer: { ...city.reading.sealer, open } }, most)

it.each([
  [3, 0],
  [2, 1],
])('with %d of three people cached, a second list decrypts %d again', async (most, anew) => {
  const { rows } = city.reading.runner
  let opened = 0
  const people = peopleBy((sealed) => {
    opened += sealed.length
    return city.reading.sealer.open(sealed)
  }, most)
  await people.all(rows)
  expect(opened).toBe(3)
  await people.all(rows)
  expect(opened - 3).toBe(anew)
})

it('a person who is erased while listed is not cached', async () => {
  const { rows } = city.reading.runner
  const [opened, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const people = peopleBy(async <T extends object>(sealed: Parameters<Sealer['open']>[0]) => {
    const persons = await city.reading.sealer.open<T>(sealed)
    opened.resolve()
    await goOn.promise
    return persons
  })
  const listed = people.all(rows).then((shown) => {
    const erased = shown.find(({ row }) => row.id === 'u1')
    expect(erased?.name).toBe('Name u1')
    return new WeakRef(erased as object)
  })
  await opened.promise
  await city.happened(accountErased('u1'))
  goOn.resolve()
  const shown = await listed
  await turn()
  collectGarbage()
  expect(shown.deref()).toBeUndefined()
  expect((await people.all(rows)).map(({ name }) => name).sort()).toEqual(['Erased resident', 'Name u2', 'Name u3'])
})
