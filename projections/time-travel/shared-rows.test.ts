/** Tests that equal queries of one request share their result. */
import { expect, it } from 'vitest'
import type { ViewName } from '#contract/tables.ts'
import type { Filter, Query, Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { cacheRowQueries } from './shared-rows.ts'

function counted() {
  const asked: [ViewName, Query?][] = []
  const rows = {
    async find(view: ViewName, query?: Query) {
      asked.push([view, query])
      return ['a', 'b'].map((id) => ({ id, position: asked.length }))
    },
  } as unknown as Rows
  return { rows: cacheRowQueries(rows), asked }
}

it('runs equal requests once, also while one is running', async () => {
  const { rows, asked } = counted()
  const fleet = () => rows.find<Row>('vehicles', { filter: { in_fleet: true }, sort: { id: 1 } })
  const [one, other] = await Promise.all([fleet(), fleet()])
  expect([await fleet(), one, other]).toEqual([one, one, one])
  expect(asked).toHaveLength(1)
})

it.each<[string, ViewName, Query]>([
  ['view', 'sites', { filter: { open: true } }],
  ['filter', 'zones', { filter: { open: false } }],
  ['filter, of a field that is missing', 'zones', { filter: { open: true, code: undefined } as Filter }],
  ['order', 'zones', { filter: { open: true }, sort: { id: 1 } }],
  ['number', 'zones', { filter: { open: true }, limit: 1 }],
])('does not share rows of another %s', async (_, view, query) => {
  const { rows, asked } = counted()
  await rows.find('zones', { filter: { open: true } })
  await rows.find(view, query)
  expect(asked).toHaveLength(2)
})

it('hands out lists that each may put in an order of their own', async () => {
  const { rows } = counted()
  const first = await rows.find<Row>('zones')
  first.reverse()
  expect((await rows.find<Row>('zones')).map(({ id }) => id)).toEqual(['a', 'b'])
})
