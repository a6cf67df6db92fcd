/** Killed 13 times under concurrent writes, WasteSense keeps every acknowledged command, once. */
import { expect, it } from 'vitest'
import { torture } from './torture.ts'

it('loses nothing that it acknowledged and doubles nothing, killed 13 times', async () => {
  const said: string[] = []
  const { kills, acked, lost, doubled } = await torture({ kills: 13, say: (line) => said.push(line) })
  expect({ kills, lost, doubled }, said.join('\n')).toEqual({ kills: 13, lost: 0, doubled: 0 })
  expect(acked).toBeGreaterThan(100)
})
