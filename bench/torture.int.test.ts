/** Killed under concurrent writes, WasteSense keeps every acknowledged command, once. A few of the kills of `npm run torture`. */
import { expect, it } from 'vitest'
import { torture } from './torture.ts'

const KILLS = 4

it(`loses nothing that it acknowledged and doubles nothing, killed ${KILLS} times`, async () => {
  const said: string[] = []
  const { kills, acked, lost, doubled } = await torture({ kills: KILLS, say: (line) => said.push(line) })
  expect({ kills, lost, doubled }, said.join('\n')).toEqual({ kills: KILLS, lost: 0, doubled: 0 })
  expect(acked).toBeGreaterThanOrEqual(KILLS)
})
