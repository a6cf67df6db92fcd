/** The memory read store keeps the rules and finds by index what a scan would find. */
import fc from 'fast-check'
import { Query as Matcher } from 'mingo'
import { describe, expect, it } from 'vitest'
import { readStoreRules } from './conformance.ts'
import { openMemoryReadStore } from './memory.ts'
import type { Filter, Row } from './read-store.ts'

readStoreRules('memory', async () => openMemoryReadStore())

describe('memory read store', () => {
  it('RS4 answers from its indexes what mingo finds by looking at every row', async () => {
    const value = fc.constantFrom<unknown>('x', 'y', 1, 2, true, null, ['x', 1], { y: 1 })
    const row = fc.record({ id: fc.constantFrom(...'abcdefgh'), zone: value, status: value }, { requiredKeys: ['id'] })
    const condition = fc.oneof(value, fc.record({ $in: fc.array(value, { maxLength: 3 }) }), fc.record({ $ne: value }))
    const filter = fc.record({ zone: condition, status: condition }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), fc.array(filter, { minLength: 1 }), async (rows, filters) => {
        const store = openMemoryReadStore()
        const last = new Map<string, Row>()
        for (const [position, fields] of rows.entries()) {
          const next = { ...fields, position }
          last.set(next.id, next)
          await store.replace('t', [next])
          const asked = filters[position % filters.length] as Filter
          const expected = [...last.values()].filter((row) => new Matcher<Row>(asked as object).test(row))
          const found = await store.find('t', { filter: asked })
          expect(found).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)))
        }
      }),
    )
  })

  it('RS3 gives the same page whether it keeps the best or sorts everything', async () => {
    const rows = Array.from({ length: 2000 }, (_, n) => ({ id: `r${n}`, position: n, fill: (n * 7919) % 101 }))
    const store = openMemoryReadStore()
    await store.replace('t', rows)
    const all = await store.find('t', { sort: { fill: -1, position: 1 } })
    expect(await store.find('t', { sort: { fill: -1, position: 1 }, skip: 120, limit: 50 })).toEqual(
      all.slice(120, 170),
    )
  })
})
