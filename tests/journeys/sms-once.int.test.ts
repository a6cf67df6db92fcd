/**
 * Tests that an SMS is sent at most once and retried after a refusal.
 * Limits survive a restart.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { createSmsServices } from '#command-api/phone/texting.ts'
import { type SmsMessage, SmsNotAccepted, type SmsSender } from '#platform/sms/sms.ts'
import { createPolicies } from '#workers/app.ts'
import { openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'
const MINUTE_MS = 60_000
let server: Awaited<ReturnType<typeof openPhoneServer>>
let notificationId: string
beforeEach(async () => {
  server = await openPhoneServer()
  await server.session('arkesel', 'a', AMA, ['1', '11', '0'])
  const [report] = await server.events('BinReportedFull')
  const { reportId = '', userId = '', zone = '', reportedAt = '' } = report?.data ?? {}
  const told = { kind: 'reported', userId, zone, subject: reportId, at: reportedAt } as const
  await server.api.send('notify', { type: 'NotifyResident', ...told })
  notificationId = (await server.events('NotificationSent'))[0]?.data.notificationId ?? ''
})
afterEach(() => server.close())

/**
 * Returns a gateway that gives the answers in order, one per SMS.
 * Afterwards it accepts every SMS.
 */
function gateway(...answers: (SmsNotAccepted | 'crash')[]) {
  const received: SmsMessage[] = []
  const sms: SmsSender = {
    async send(message) {
      received.push(message)
      const next = answers.shift()
      if (next === 'crash') throw new Error('the process died')
      if (next) throw next
      return { id: `m${received.length}` }
    },
    forget: async () => {},
    close: async () => {},
  }
  return { sms, received }
}

/** Returns a function that runs the SMS job with new services, as a restarted process would. */
const job = (sms: SmsSender, perDay = 10) => {
  const texting = createSmsServices(server.kernel, sms, perDay)
  const send = createInternalCommands(server.kernel, { texting })
  return (id = notificationId) => send(`job/sms-${id}`, { type: 'TextNotification', notificationId: id })
}
const outcomes = async () => (await server.events('NotificationTexted')).map(({ data }) => data.outcome)
/** Returns the earliest sending time of each outstanding SMS. */
async function due(): Promise<(string | undefined)[]> {
  const { 'text messages': policy } = createPolicies(server.kernel.clock)
  for (const event of await server.allEvents()) policy?.evolve(event)
  return (policy?.outstanding() ?? []).map(({ notBefore }) => notBefore)
}

it('does not repeat an SMS that a crash or a silent gateway interrupted', async () => {
  const { sms, received } = gateway('crash')
  await expect(job(sms)()).rejects.toThrow('died')
  await expect(job(sms)()).rejects.toThrow('being sent')
  server.later(MINUTE_MS)
  await job(sms)()
  await job(sms)()
  expect(received).toHaveLength(1)
  expect(await outcomes()).toEqual(['unknown'])
  expect(await due()).toEqual([])
})

it('gives an interrupted SMS up also if a clock that was ahead has dated it', async () => {
  const { sms, received } = gateway('crash')
  const half = 12 * 60 * MINUTE_MS
  server.later(half)
  await expect(job(sms)()).rejects.toThrow('died')
  server.later(-half)
  await job(sms)()
  expect(received).toHaveLength(1)
  expect(await outcomes()).toEqual(['unknown'])
})

it('records a silent gateway at once', async () => {
  const { sms, received } = gateway(new SmsNotAccepted('TimeoutError', { isUnknown: true }))
  await job(sms)()
  await job(sms)()
  expect(received).toHaveLength(1)
  expect(await outcomes()).toEqual(['unknown'])
})

it('sends one SMS for jobs that run at once', async () => {
  const { sms, received } = gateway()
  const others = Promise.withResolvers<void>()
  /**
   * Gateway that accepts the SMS only after the other jobs have ended.
   * So the other jobs run while an attempt to send the SMS is in progress.
   */
  const slow = {
    ...sms,
    async send(message: SmsMessage) {
      await others.promise
      return sms.send(message)
    },
  }
  let ended = 0
  const jobs = [1, 2, 3, 4].map(() =>
    job(slow)().finally(() => {
      ended += 1
      if (ended === 3) others.resolve()
    }),
  )
  await Promise.allSettled(jobs)
  expect(received).toHaveLength(1)
  expect(await outcomes()).toEqual(['sent'])
})

it('tries a refused SMS again later, a few times, and takes its counts back', async () => {
  const refusal = () => new SmsNotAccepted('arkesel answered 402')
  const { sms, received } = gateway(refusal(), refusal())
  await job(sms, 1)()
  const [first] = await due()
  expect(Date.parse(first ?? '')).toBeGreaterThan(server.kernel.clock().getTime())
  await job(sms, 1)()
  await job(sms, 1)()
  expect(received).toHaveLength(3)
  expect(await outcomes()).toEqual(['sent'])
  expect(await due()).toEqual([])
})

it('gives up after four refusals, and admins read it', async () => {
  const { sms, received } = gateway(...Array.from({ length: 9 }, () => new SmsNotAccepted('arkesel answered 402')))
  for (let count = 0; count < 6; count++) await job(sms)()
  expect(received).toHaveLength(4)
  expect(await outcomes()).toEqual(['refused'])
  await server.caughtUp()
  const { body } = await server.call('smsTraffic', { token: server.adminToken })
  expect(body).toMatchObject({ sent: 0, refused: 1, counted_today: 0 })
  expect(body.failed).toMatchObject([{ notification_id: notificationId, outcome: 'refused' }])
  expect(JSON.stringify(body)).not.toContain('244123456')
})

it('keeps the limits of the day, of a person and of codes over a restart', async () => {
  const { sms, received } = gateway()
  await job(sms)()
  const texting = () => createSmsServices(server.kernel, sms, 2)
  expect([await texting().mayText(), await texting().mayText()]).toEqual([true, false])
  server.later(24 * 60 * MINUTE_MS)
  expect(await texting().mayText()).toBe(true)
  expect(received).toHaveLength(1)
})

it('leaves half of the SMS of a day to those that are no codes, which anyone can ask for', async () => {
  const texting = createSmsServices(server.kernel, gateway().sms, 4)
  const codes = []
  for (let count = 0; count < 3; count++) codes.push(await texting.mayTextCode())
  const others = []
  for (let count = 0; count < 3; count++) others.push(await texting.mayText())
  expect([codes, others]).toEqual([
    [true, true, false],
    [true, true, false],
  ])
})

it('reads a delivery report that names the SMS, once', async () => {
  await job(gateway().sms)()
  await server.caughtUp()
  const report = (id: string, failureReason: string) =>
    server.form('deliveryAfricasTalking', new URLSearchParams({ id, status: 'Failed', failureReason }).toString())
  for (let time = 0; time < 3; time++) expect(await report('m1', 'UserInBlackList')).toEqual([200, ''])
  await report('another', 'UserInBlackList')
  await report('m1', `no ${AMA}`)
  await server.caughtUp()
  expect((await server.events('NotificationUndelivered')).map(({ data }) => data.reason)).toEqual(['UserInBlackList'])
  const { body } = await server.call('smsTraffic', { token: server.adminToken })
  expect(body).toMatchObject({ sent: 1, undelivered: 1, counted_today: 1 })
  expect(body.failed).toMatchObject([{ outcome: 'undelivered', reason: 'UserInBlackList' }])
  expect(JSON.stringify(server.lines)).not.toContain('244123456')
})
