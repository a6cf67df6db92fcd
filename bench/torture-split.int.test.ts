/** As two of each process, killed and hung under concurrent writes, WasteSense keeps every acknowledged command, once. */
import { expect, it } from 'vitest'
import { reportBacking } from '#platform/testing/backings.ts'
import { findProgram } from '#platform/testing/programs.ts'
import { tortureSplit } from './torture/split.ts'

const isInstalled = Boolean(findProgram('redis-server') && findProgram('caddy'))

/**
 * One round: a program of each kind is killed, both projections at once, then the event store and the database hang. Rounds of
 * all programs: `npm run torture -- --split`.
 */
const STRIKES = 9
const ROUND = {
  ...{ kills: STRIKES, residents: 10, awayPauseMs: 500, quietAcked: 30 },
  strikes: (name: string) => !name.endsWith('-2'),
}

it.skipIf(!isInstalled)(
  'loses nothing that it acknowledged as two of each process, of which one and each server is killed',
  async () => {
    reportBacking({ port: 'split processes under torture', backing: 'Caddy and Redis', ran: 'real' })
    reportBacking({ port: 'split processes under torture', backing: 'EventStoreDB and MongoDB', ran: 'wire double' })
    const said: string[] = []
    const { kills, acked, lost, doubled } = await tortureSplit({ ...ROUND, say: (line) => said.push(line) })
    expect({ kills, lost, doubled }, said.join('\n')).toEqual({ kills: STRIKES, lost: 0, doubled: 0 })
    expect(acked).toBeGreaterThanOrEqual(STRIKES)
  },
)
