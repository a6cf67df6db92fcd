/** The MongoDB read store keeps the rules, against a real server where there is one and against the double always. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startMongoBackings } from '#platform/mongodb-double/backings.ts'
import { readStoreRules } from './conformance.ts'
import { openMongoReadStore } from './mongodb.ts'

const backings = await startMongoBackings('read store')
afterAll(() => Promise.all(backings.map((backing) => backing.stop())))

for (const { name, url } of backings) {
  readStoreRules(name, () => openMongoReadStore(url))

  it(`RS3 finds more rows than fit in one answer of ${name}`, async () => {
    const store = await openMongoReadStore(url)
    const table = `many-${randomUUID()}@1`
    const rows = Array.from({ length: 1500 }, (_, n) => ({ id: `row-${n}`, position: n }))
    await store.replace(table, rows)
    expect(await store.find(table, { sort: { position: 1 } })).toEqual(rows)
    await store.drop(table)
    await store.close()
  })
}
