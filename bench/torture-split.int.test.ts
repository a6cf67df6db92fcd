/** As two of each process, killed and hung under concurrent writes, WasteSense keeps every acknowledged command, once. */
import { expect, it } from 'vitest'
import { reportBacking } from '#platform/testing/backings.ts'
import { findProgram } from '#platform/testing/programs.ts'
import { tortureSplit } from './torture/split.ts'

const isInstalled = Boolean(findProgram('redis-server') && findProgram('caddy'))

/** Each of the ten programs is killed once, then two servers hang. More of them: `npm run torture -- --split`. */
const STRIKES = 12
/** Enough for writes at any moment. */
const RESIDENTS = 10

it.skipIf(!isInstalled)(
  'loses nothing that it acknowledged as two of each process, of which each and each server is killed',
  async () => {
    reportBacking({ port: 'split processes under torture', backing: 'Caddy and Redis', ran: 'real' })
    reportBacking({ port: 'split processes under torture', backing: 'EventStoreDB and MongoDB', ran: 'wire double' })
    const said: string[] = []
    const { kills, acked, lost, doubled } = await tortureSplit({
      ...{ kills: STRIKES, residents: RESIDENTS },
      say: (line) => said.push(line),
    })
    expect({ kills, lost, doubled }, said.join('\n')).toEqual({ kills: STRIKES, lost: 0, doubled: 0 })
    expect(acked).toBeGreaterThanOrEqual(STRIKES)
  },
)
