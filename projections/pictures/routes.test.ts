/** Tests that one person's many picture reads do not delay those of others. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Snapshot } from '#platform/read-store/rows.ts'
import { createCall } from '../queries/fixtures.ts'
import { createPictureReadHandlers } from './routes.ts'

it('reads one picture at a time for each person', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const { picture } = createPictureReadHandlers({
    async get(id) {
      begun.push(id)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (id === 'broken') throw new Error('the disk is gone')
      return new Uint8Array()
    },
  })
  const read = (userId: string, id: string) =>
    picture?.({ ...createCall<'picture'>(userId, 'dispatcher'), params: { id } }, {} as Snapshot)
  const reads = [read('d1', 'broken'), read('d1', 'b'), read('d1', 'c'), read('d2', 'd')]
  const settled = Promise.allSettled(reads)
  await turn()
  expect(begun).toEqual(['broken', 'd'])
  for (let n = 0; n < reads.length; n++) {
    for (const end of ends.splice(0)) end()
    await turn()
  }
  expect(begun).toEqual(['broken', 'd', 'b', 'c'])
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    ...Array.from({ length: 3 }, () => 'fulfilled'),
  ])
})

it('refuses further reads of a person of whom a thousand wait', async () => {
  const ending = Promise.withResolvers<Uint8Array>()
  const { picture } = createPictureReadHandlers({ get: () => ending.promise })
  const read = (userId: string) =>
    picture?.({ ...createCall<'picture'>(userId, 'dispatcher'), params: { id: 'a' } }, {} as Snapshot)
  const reads = Array.from({ length: 1_001 }, () => read('d1'))
  expect(await reads.at(-1)).toMatchObject({ rejected: 'too-many' })
  ending.resolve(new Uint8Array())
  expect(await read('d2')).toHaveProperty('content')
  expect(await reads[0]).toHaveProperty('content')
})
