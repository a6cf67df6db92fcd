/**
 * Tests phone sessions whose callbacks alternate between two command-api processes.
 * Callbacks are also repeated, reordered and delayed.
 * All tests run with each session store.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PHONE_GATEWAYS } from '#contract/phone/gateways.ts'
import { createLog } from '#platform/logging.ts'
import { createMemoryUssdSessions, type UssdSessionStore } from '#platform/phone/sessions.ts'
import { openRedisLimiters } from '#platform/redis-limiters.ts'
import { recordTestBacking } from '#tests/fixtures/backings.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startRedis } from '#tests/fixtures/redis.ts'
import { openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'
const NEW_REPORT = ['1', '11', 'Ama']
/**
 * Number of times that each USSD callback is sent.
 * The repetition makes both servers receive it.
 */
const TIMES = 3

const redis = await startRedis()
const processes = redis
  ? [1, 2].map(() => openRedisLimiters(redis.url, 'x'.repeat(32), createLog('test', 'silent')))
  : []
afterAll(async () => {
  for (const process of processes) process.close()
  await redis?.stop()
})
const why = 'no REDIS_URL and no redis-server on the path'
recordTestBacking({ port: 'hopping phones', backing: 'Redis', ...(redis ? { ran: 'real' } : { ran: 'not run', why }) })

/** Resolves once one process can read a session that the other has saved. */
async function connected(sessions: readonly UssdSessionStore[]): Promise<void> {
  const [one, two] = sessions
  await eventually(async () => {
    await one?.save('connected', 'yes')
    expect(await two?.find('connected')).toBe('yes')
  })
}

/** Returns the same session store for both servers, which real processes share in Redis. */
function sharedMemory(): readonly UssdSessionStore[] {
  const shared = createMemoryUssdSessions()
  return [shared, shared]
}

const KINDS: [string, () => readonly UssdSessionStore[]][] = [['shared memory', sharedMemory]]
if (redis) KINDS.push(['Redis', () => processes.map(({ phoneSessions }) => phoneSessions)])

let names = 0

describe.each(KINDS)('%s', (_, sessionsOf) => {
  let server: Awaited<ReturnType<typeof openPhoneServer>>
  beforeEach(async () => {
    const sessions = sessionsOf()
    await connected(sessions)
    server = await openPhoneServer({ sessions })
    names += 1
  })
  afterEach(() => server.close())

  describe.each(PHONE_GATEWAYS)('%s', (gateway) => {
    const dial = (count: number) => server.dial(gateway, `hop ${names}`, AMA, NEW_REPORT.slice(0, count))

    it('makes one report of a session whose callbacks go to both', async () => {
      let message = ''
      for (let count = 0; count <= NEW_REPORT.length; count++) message = (await dial(count)).message
      expect(message).toMatch(/reported full/)
      expect(await server.events('BinReportedFull')).toHaveLength(1)
    })

    it('makes one report of callbacks that come three times, one after another and at once', async () => {
      for (let count = 0; count < NEW_REPORT.length; count++) for (let time = 0; time < TIMES; time++) await dial(count)
      const answers = await Promise.all(Array.from({ length: TIMES }, () => dial(NEW_REPORT.length)))
      expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
      expect(answers[0]?.message).toMatch(/reported full/)
      expect(await server.events('BinReportedFull')).toHaveLength(1)
      expect(await server.events('PhoneLinked')).toHaveLength(1)
    })

    it('makes at most one report of callbacks in disorder', async () => {
      for (const count of [2, 0, 3, 1, 2, 3, 3, 1, 0]) expect((await dial(count)).status).toBe(200)
      expect((await server.events('BinReportedFull')).length).toBeLessThanOrEqual(1)
    })

    it('continues after 170 s, and adds nothing after 190 s', async () => {
      for (let count = 0; count < NEW_REPORT.length; count++) await dial(count)
      server.later(170_000)
      const done = await dial(NEW_REPORT.length)
      expect(done.message).toMatch(/reported full/)
      server.later(170_000)
      expect(await dial(NEW_REPORT.length)).toEqual(done)
      server.later(190_000)
      for (let time = 0; time < 2; time++)
        expect(await dial(NEW_REPORT.length)).toMatchObject({ status: 200, continues: false })
      expect(await server.events('BinReportedFull')).toHaveLength(1)
    })

    it('ends a session that waited for 190 s', async () => {
      for (let count = 0; count < NEW_REPORT.length; count++) await dial(count)
      server.later(190_000)
      const late = await dial(NEW_REPORT.length)
      expect(late.status).toBe(200)
      // Africa's Talking repeats all inputs, so the late callback completes the report.
      expect(await server.events('BinReportedFull')).toHaveLength(gateway === 'africastalking' ? 1 : 0)
    })
  })
})
