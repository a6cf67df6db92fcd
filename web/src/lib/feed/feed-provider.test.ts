/** Tests that polling a room returns rows, or a clear error. */
import { expect, it } from 'vitest'
import { failureOf } from '#web/lib/api/api.ts'
import { type FeedFetcher, fetchRoom } from './feed-provider.tsx'

const reader = { id: 'u1', role: 'recycler' } as const
const answers =
  (body: unknown): FeedFetcher =>
  async () =>
    ({ body, position: '3' }) as never

it('are the rows that the answer has, at its position', async () =>
  expect(await fetchRoom('sites', answers({ sites: [{ id: 'WS001' }] }), reader)).toEqual({
    rows: [{ id: 'WS001' }],
    position: '3',
  }))

it.each([null, 'a page', {}, { sites: null }, { sites: { WS001: {} } }, []])('says of %j that it is no data', (body) =>
  expect(fetchRoom('sites', answers(body), reader)).rejects.toThrow('Invalid data format received from API'),
)

it.each([
  [
    { status: 'PARSING_ERROR', originalStatus: 200, data: '<html>', error: 'x' },
    true,
    'Invalid data format received from API',
  ],
  [{ status: 'PARSING_ERROR', originalStatus: 200, data: '<html>', error: 'x' }, false, ''],
  [{ status: 'PARSING_ERROR', originalStatus: 502, data: '<html>', error: 'x' }, true, ''],
  [{ status: 'FETCH_ERROR', error: 'x' }, true, ''],
  [{ status: 404, data: { message: 'Gone.' } }, true, 'Gone.'],
] as const)('of %j (a read: %s) it says %j', (error, isRead, message) =>
  expect(failureOf(error, isRead).message).toBe(message),
)
