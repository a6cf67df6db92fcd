/** Killed and hung 12 times under concurrent writes as two of each process, WasteSense keeps every acknowledged command, once. */
import { expect, it } from 'vitest'
import { reportBacking } from '#platform/testing/backings.ts'
import { findProgram } from '#platform/testing/programs.ts'
import { tortureSplit } from './torture/split.ts'

const isInstalled = Boolean(findProgram('redis-server') && findProgram('caddy'))

it.skipIf(!isInstalled)(
  'loses nothing that it acknowledged as two of each process, of which each and each server is killed',
  async () => {
    reportBacking({ port: 'split processes under torture', backing: 'Caddy and Redis', ran: 'real' })
    reportBacking({ port: 'split processes under torture', backing: 'EventStoreDB and MongoDB', ran: 'wire double' })
    const said: string[] = []
    const { kills, acked, lost, doubled } = await tortureSplit({ kills: 12, say: (line) => said.push(line) })
    expect({ kills, lost, doubled }, said.join('\n')).toEqual({ kills: 12, lost: 0, doubled: 0 })
    expect(acked).toBeGreaterThan(100)
  },
)
