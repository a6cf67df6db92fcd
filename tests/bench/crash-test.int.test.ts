/**
 * Tests one short crash test on an embedded server.
 * `npm run bench -- crash-test --kills N` runs longer ones.
 */
import { expect, it } from 'vitest'
import { crashTest } from './crash-test.ts'

const KILLS = 4

it('keeps every acknowledged command exactly once when the server is killed', async () => {
  const said: string[] = []
  const { acked, ...result } = await crashTest({ kills: KILLS, say: (line) => said.push(line) })
  expect(result, said.join('\n')).toEqual({ kills: KILLS, lost: 0, doubled: 0 })
  expect(acked).toBeGreaterThanOrEqual(KILLS)
})
