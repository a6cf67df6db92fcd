/**
 * Tests one short crash test on a distributed installation, with two of each process.
 * `npm run bench -- crash-test --split` runs longer ones.
 */
import { expect, it } from 'vitest'
import { recordTestBacking } from '#tests/fixtures/backings.ts'
import { findProgram } from '#tests/fixtures/programs.ts'
import { crashTestSplit } from './crash-test/split.ts'

/**
 * Number of interruptions in the crash test.
 * First the test kills each kind of program once.
 * Both projection processes die together.
 * Then it suspends the event store and the database.
 */
const KILLS = 9
const ROUND = {
  kills: KILLS,
  residents: 10,
  isKilled: (name: string) => !name.endsWith('-2'),
  outagePauseMs: 500,
  commandsBetweenKills: 30,
}
const isInstalled = Boolean(findProgram('redis-server') && findProgram('caddy'))

it.skipIf(!isInstalled)(
  'keeps every acknowledged command exactly once when processes and servers are killed',
  async () => {
    recordTestBacking({ port: 'crash test of split processes', backing: 'Caddy and Redis', ran: 'real' })
    recordTestBacking({
      port: 'crash test of split processes',
      backing: 'EventStoreDB and MongoDB',
      ran: 'wire double',
    })
    const said: string[] = []
    const { acked, ...result } = await crashTestSplit({ ...ROUND, say: (line) => said.push(line) })
    expect(result, said.join('\n')).toEqual({ kills: KILLS, lost: 0, doubled: 0 })
    expect(acked).toBeGreaterThanOrEqual(KILLS)
  },
)
