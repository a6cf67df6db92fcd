/** Killed 25 times under concurrent writes, alone and as two of each process, WasteSense keeps every acknowledged command, once. */
import { expect, it } from 'vitest'
import { reportBacking } from '#platform/testing/backings.ts'
import { findProgram } from '#platform/testing/programs.ts'
import { tortureSplit } from './torture/split.ts'
import { torture } from './torture.ts'

it('loses nothing that it acknowledged and doubles nothing, killed 13 times', { timeout: 180_000 }, async () => {
  const said: string[] = []
  const { kills, acked, lost, doubled } = await torture({ kills: 13, say: (line) => said.push(line) })
  expect({ kills, lost, doubled }, said.join('\n')).toEqual({ kills: 13, lost: 0, doubled: 0 })
  expect(acked).toBeGreaterThan(100)
})

const isInstalled = Boolean(findProgram('redis-server') && findProgram('caddy'))

it.skipIf(!isInstalled)(
  'nor as two of each process, of which each and each server is killed',
  { timeout: 300_000 },
  async () => {
    reportBacking({ port: 'split processes under torture', backing: 'Caddy and Redis', ran: 'real' })
    reportBacking({ port: 'split processes under torture', backing: 'EventStoreDB and MongoDB', ran: 'wire double' })
    const said: string[] = []
    const { kills, acked, lost, doubled } = await tortureSplit({ kills: 12, say: (line) => said.push(line) })
    expect({ kills, lost, doubled }, said.join('\n')).toEqual({ kills: 12, lost: 0, doubled: 0 })
    expect(acked).toBeGreaterThan(100)
  },
)
