/** Tests that one person's many picture reads do not delay those of others. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { rowsOf, type Snapshot } from '#platform/read-store/rows.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { createCall, NOW } from '../queries/fixtures.ts'
import { createSiteReadHandlers } from '../sites/routes.ts'
import { createPictureReadHandlers } from './routes.ts'

it('reads one picture at a time for each person and each network', async () => {
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
  const read = (userId: string, id: string, address = '192.0.2.1') =>
    picture?.({ ...createCall<'picture'>(userId, 'dispatcher'), address, params: { id } }, {} as Snapshot)
  const elsewhere = '192.0.2.2'
  const reads = [read('d1', 'broken'), read('d1', 'b'), read('d3', 'c'), read('d1', 'x', elsewhere)]
  reads.push(read('d2', 'd', elsewhere))
  const settled = Promise.allSettled(reads)
  await turn()
  expect(begun).toEqual(['broken', 'd'])
  for (let n = 0; n < reads.length; n++) {
    for (const end of ends.splice(0)) end()
    await turn()
  }
  expect(begun).toEqual(['broken', 'd', 'c', 'b', 'x'])
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ])
})

it('reads no picture for a client that has gone while it waited', async () => {
  const begun: string[] = []
  const ending = Promise.withResolvers<Uint8Array>()
  const { picture } = createPictureReadHandlers({
    get(id) {
      begun.push(id)
      return ending.promise
    },
  })
  let gone = false
  const read = (id: string) =>
    picture?.({ ...createCall<'picture'>('d1', 'dispatcher'), params: { id }, hasLeft: () => gone }, {} as Snapshot)
  const reads = [read('a'), read('b')]
  await turn()
  gone = true
  ending.resolve(new Uint8Array())
  await Promise.all(reads)
  expect(begun).toEqual(['a'])
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

/** Returns the handler of the composition history, whose rows all have a picture. */
async function historyOf(count: number, get: () => Promise<Uint8Array>) {
  const reads = openMemoryReadStore()
  const day = NOW.toISOString().slice(0, 10)
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `s-${n}`,
    position: n + 1,
    date: day,
    day,
    image: `${n}`,
  }))
  await fillTable(reads, 'compositions', rows)
  const snapshot = { rows: rowsOf<'compositions'>(reads, tableNameOf), now: NOW } as unknown as Snapshot
  const { compositionHistory } = createSiteReadHandlers({ get })
  return async (userId: string) =>
    compositionHistory?.(
      createCall<'compositionHistory'>(userId, 'recycler', { query: { images: '1', limit: 2_000 } }),
      snapshot,
    )
}

it('answers only two composition histories with pictures at once for each person', async () => {
  const ending = Promise.withResolvers<Uint8Array>()
  const read = await historyOf(1, () => ending.promise)
  const reads = Array.from({ length: 3 }, () => read('r1'))
  expect(await reads[2]).toMatchObject({ rejected: 'too-many' })
  ending.resolve(new Uint8Array(1))
  expect(await Promise.all([reads[0], reads[1], read('r2')])).toEqual(
    Array.from({ length: 3 }, () => ({ history: [expect.objectContaining({ annotated_image: 'AA==' })] })),
  )
  expect(await read('r1')).toHaveProperty('history')
})

it('embeds the newest pictures of a composition history up to 16 MB', async () => {
  const read = await historyOf(10, async () => new Uint8Array(3 * 1024 * 1024))
  const answer = (await read('r1')) as { history: { annotated_image?: string }[] }
  expect(answer.history).toHaveLength(10)
  expect(answer.history.filter(({ annotated_image }) => annotated_image)).toHaveLength(5)
})
