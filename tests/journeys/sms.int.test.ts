/** Tests SMS notices: recipients, languages, limits, nothing left after an erasure. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'
const HOUR_MS = 3_600_000
let server: Awaited<ReturnType<typeof openPhoneServer>>
beforeEach(async () => {
  server = await openPhoneServer()
})
afterEach(() => server.close())

const lastReport = async () => (await server.events('BinReportedFull')).at(-1)?.data.reportId ?? ''
const lastAccount = async () => (await server.events('AccountRegistered')).at(-1)?.data.userId ?? ''

async function mark(): Promise<void> {
  await server.caughtUp()
  const reportId = await lastReport()
  const handler = createCollectionHandlers(server.kernel).markReport as unknown as (call: object) => Promise<object>
  await handler({
    params: { id: reportId },
    body: { status: 'collected' },
    principal: { userId: 'd1' },
    envelope: { commandId: `mark ${reportId}`, fingerprint: '', actor: 'd1' },
  })
}

describe('a resident who registered by phone', () => {
  it('gets a confirmation and the collection by SMS, each once', async () => {
    await server.session('arkesel', 'a', AMA, ['1', '11', '0'])
    await server.runJobs()
    expect(server.texts()).toEqual([
      expect.objectContaining({
        to: AMA,
        text: expect.stringMatching(/^Your bin in Ablekuma North is reported full\. Reference: R-/),
      }),
    ])
    await mark()
    await server.runJobs()
    await server.runJobs()
    expect(server.texts().map(({ text }) => text.slice(0, 23))).toEqual([
      'Your bin in Ablekuma No',
      'Your bin was collected.',
    ])
    expect((await server.events('NotificationTexted')).map(({ data }) => data.outcome)).toEqual(['sent', 'sent'])
  })

  it('gets one SMS of a kind in an hour', async () => {
    await server.session('arkesel', 'a', AMA, ['1', '11', '0'])
    for (const [session, wait] of [
      ['b', 0],
      ['c', HOUR_MS],
    ] as const) {
      await server.runJobs()
      await mark()
      await server.runJobs()
      server.later(wait)
      await server.session('arkesel', session, AMA, ['1'])
    }
    await server.runJobs()
    const outcomes = (await server.events('NotificationTexted')).map(({ data }) => data.outcome)
    expect(outcomes.filter((outcome) => outcome === 'too-many').length).toBeGreaterThan(0)
    expect(server.texts().filter(({ text }) => text.startsWith('Your bin was collected'))).toHaveLength(1)
  })

  it('leaves nothing in the outbox or the log after the erasure, and the number is free', async () => {
    await server.session('arkesel', 'a', AMA, ['1', '11', 'Ama'])
    await server.runJobs()
    const userId = await lastAccount()
    expect(server.texts()).toHaveLength(1)
    const erased = await server.call('deleteUser', { token: server.adminToken, id: userId })
    expect(erased.status).toBe(200)
    expect(server.texts()).toEqual([])
    await server.session('arkesel', 'b', AMA, ['1', '11', 'Ama'])
    expect(await lastAccount()).not.toBe(userId)
    expect((await server.events('PhoneLinked')).length).toBe(2)
  })
})
