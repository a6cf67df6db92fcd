import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import { readFilesBelow } from '../fixtures/read-folder.ts'
import { openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'
let server: Awaited<ReturnType<typeof openPhoneServer>>
beforeEach(async () => {
  server = await openPhoneServer()
})
afterEach(() => server.close())

const NEW_REPORT = ['1', '11', 'Ama']

describe.each(PHONE_GATEWAYS)('%s', (gateway: PhoneGateway) => {
  it('reports the bin of a new number with three inputs, and then with one', async () => {
    const menu = await server.dial(gateway, 's1', AMA, [])
    expect(menu).toMatchObject({ status: 200, continues: true })
    expect(menu.message).toBe(
      'WasteSense\n1 My bin is full\n2 My report\n3 Next collection\n4 It was not collected\n0 Language',
    )
    const done = await server.session(gateway, 's1', AMA, NEW_REPORT)
    expect(done).toMatchObject({ status: 200, continues: false })
    expect(done.message).toMatch(/^Your bin in Ablekuma North is reported full\. Reference: R-/)
    const [account] = await server.events('AccountRegistered').then((all) => all.slice(-1))
    expect(account?.data).toMatchObject({ role: 'resident', zone: 'Ablekuma North', registeredBy: 'phone' })
    expect(await server.events('BinReportedFull')).toHaveLength(1)
    const again = await server.session(gateway, 's2', AMA, ['1'])
    expect(again).toMatchObject({ status: 200, continues: false })
    expect(again.message).toMatch(/^You have already reported your bin full/)
    expect(await server.events('BinReportedFull')).toHaveLength(1)
  })

  it('gives one event for callbacks that come three times each', async () => {
    for (let count = 0; count <= NEW_REPORT.length; count++)
      for (let time = 0; time < 3; time++) await server.dial(gateway, 's1', AMA, NEW_REPORT.slice(0, count))
    expect(await server.events('BinReportedFull')).toHaveLength(1)
    expect(await server.events('PhoneLinked')).toHaveLength(1)
  })

  it('gives one event for callbacks that come at once', async () => {
    await server.session(gateway, 's1', AMA, NEW_REPORT.slice(0, 2))
    const answers = await Promise.all([1, 2, 3].map(() => server.dial(gateway, 's1', AMA, NEW_REPORT)))
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
    expect(await server.events('BinReportedFull')).toHaveLength(1)
  })

  it('gives at most one event for callbacks in disorder', async () => {
    for (const count of [2, 0, 3, 1, 2, 3, 3, 1, 0])
      expect((await server.dial(gateway, 's1', AMA, NEW_REPORT.slice(0, count))).status).toBe(200)
    expect((await server.events('BinReportedFull')).length).toBeLessThanOrEqual(1)
  })

  it('continues after 170 s, and repeats the last answer', async () => {
    await server.session(gateway, 's1', AMA, NEW_REPORT.slice(0, 2))
    server.later(170_000)
    const done = await server.dial(gateway, 's1', AMA, NEW_REPORT)
    expect(done.message).toMatch(/reported full/)
    server.later(170_000)
    expect(await server.dial(gateway, 's1', AMA, NEW_REPORT)).toEqual(done)
    expect(await server.events('BinReportedFull')).toHaveLength(1)
  })

  it('adds nothing after 190 s', async () => {
    await server.session(gateway, 's1', AMA, NEW_REPORT)
    server.later(190_000)
    const late = await server.dial(gateway, 's1', AMA, NEW_REPORT)
    expect(late).toMatchObject({ status: 200, continues: false })
    expect(await server.events('BinReportedFull')).toHaveLength(1)
  })

  it('ends with a sentence what it cannot read', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"', 'x'.repeat(9_000), '{"sessionID":{}}', 'sessionId[]=1&&&=']) {
      const response = await server.post(gateway, body)
      expect(response.status, body.slice(0, 20)).toBe(200)
      expect(await response.text(), body.slice(0, 20)).toContain('We could not read this. Please dial again.')
    }
    const fields = Array.from({ length: 60 }, (_, n) => `f${n}`)
    const many =
      gateway === 'africastalking'
        ? fields.map((name) => `${name}=1`).join('&')
        : JSON.stringify(Object.fromEntries(fields.map((name) => [name, 1])))
    expect(await (await server.post(gateway, many)).text()).toContain('We could not read this.')
  })

  it('ends without a number that exists', async () => {
    const answer = await server.dial(gateway, 's1', 'anonymous', [])
    expect(answer).toMatchObject({ status: 200, continues: false })
    expect(answer.message).toMatch(/^Your number is hidden/)
  })

  it('answers a wrong secret with 404 and nothing', async () => {
    for (const secret of ['none', server.secretOf(gateway).toUpperCase(), `${server.secretOf(gateway)}A`]) {
      const response = await server.post(gateway, '{', secret)
      expect([response.status, await response.text()]).toEqual([404, ''])
    }
  })

  it('shows the same screen twice for a wrong choice, then ends', async () => {
    const dial = (count: number) => server.dial(gateway, 's1', AMA, Array(count).fill('9'))
    await dial(0)
    for (const count of [1, 2]) {
      const { message, continues } = await dial(count)
      expect(continues).toBe(true)
      expect(message).toMatch(/^Choose one of these:\n1 My bin is full/)
    }
    expect(await dial(3)).toMatchObject({ continues: false })
  })
})

describe('a resident by phone', () => {
  const ask = async (session: string, input: string) => (await server.session('nalo', session, AMA, [input])).message
  const mark = async () => {
    const [report] = (await server.events('BinReportedFull')).slice(-1)
    await server.caughtUp()
    const reportId = report?.data.reportId ?? ''
    const handler = createCollectionHandlers(server.kernel).markReport as unknown as (call: object) => Promise<object>
    await handler({
      params: { id: reportId },
      body: { status: 'collected' },
      principal: { userId: 'd1' },
      envelope: { commandId: `mark ${reportId}`, fingerprint: '', actor: 'd1' },
    })
    await server.caughtUp()
  }

  it('hears of the report, and says that it was not collected', async () => {
    expect(await ask('a', '2')).toMatch(/^You have no report yet/)
    await server.session('nalo', 'b', AMA, NEW_REPORT)
    await server.caughtUp()
    expect(await ask('c', '2')).toMatch(/^Reported .* It is waiting for a truck\. Reference: R-/)
    expect(await ask('d', '3')).toBe(
      'No collection is planned in Ablekuma North yet. We will send you an SMS when one is planned.',
    )
    expect(await ask('e', '4')).toBe('This report is still open.')
    await mark()
    expect(await ask('f', '2')).toMatch(/^Collected /)
    for (let time = 0; time < 3; time++)
      expect(await ask('g', '4')).toMatch(/^We are sorry\. Your report is open again/)
    expect(await server.events('ReportReopened')).toHaveLength(1)
  })

  it('reads in the chosen language, also next time', async () => {
    const { message } = await server.session('hubtel', 'a', AMA, ['0', '12'])
    expect(message).toContain('WasteSense\n1 ')
    await server.session('hubtel', 'b', AMA, ['0', '12', '1', '11', '0'])
    const [registered] = (await server.events('AccountRegistered')).slice(-1)
    expect(registered?.data.language).toBe('fr')
    await server.session('hubtel', 'c', AMA, ['0', '13'])
    expect((await server.events('SettingsSaved')).at(-1)?.data.settings.language).toBe('ak')
  })

  it('switches SMS off and on by dialling', async () => {
    await server.session('nalo', 'a', AMA, NEW_REPORT)
    const { message } = await server.session('nalo', 'b', AMA, ['0'])
    const [on, off] = ['SMS on', 'SMS off'].map(
      (label) => new RegExp(`^(\\d+) ${label}$`, 'm').exec(message)?.[1] ?? '',
    )
    const chosen = async (key: string, session: string) => {
      const answer = await server.session('nalo', session, AMA, ['0', key])
      return [
        answer.continues,
        answer.message.slice(0, 14),
        (await server.events('SettingsSaved')).at(-1)?.data.settings.sms,
      ]
    }
    expect(await chosen(off ?? '', 'c')).toEqual([false, 'You get no SMS', false])
    await server.caughtUp()
    await server.runJobs()
    expect(server.texts()).toEqual([])
    expect(await chosen(on ?? '', 'd')).toEqual([false, 'You get SMS ab', true])
    // A late callback that repeats an earlier choice changes nothing.
    server.later(190_000)
    await server.session('nalo', 'c', AMA, ['0', off ?? ''])
    expect((await server.events('SettingsSaved')).at(-1)?.data.settings.sms).toBe(true)
  })

  it('is one person, whichever gateway and however the number is written', async () => {
    await server.session('arkesel', 'a', AMA, NEW_REPORT)
    for (const [gateway, number] of [
      ['hubtel', '0244123456'],
      ['nalo', '+233 (0)24 412 3456'],
      ['africastalking', '233244123456'],
    ] as const)
      expect((await server.session(gateway, 'b', number, ['1'])).message).toMatch(/^You have already reported/)
    expect(await server.events('PhoneLinked')).toHaveLength(1)
  })

  it('continues nobody else’s session', async () => {
    await server.session('arkesel', 'a', AMA, NEW_REPORT.slice(0, 2))
    const other = await server.dial('arkesel', 'a', '+233201234567', NEW_REPORT)
    expect(other.message).toBe('This session has ended. Please dial again.')
  })

  it('shares nothing with a number whose session has the same id', async () => {
    for (const number of [AMA, '+233201234567']) await server.session('arkesel', 'a', number, NEW_REPORT)
    const registered = (await server.events('PhoneLinked')).map(({ data }) => data.userId)
    expect(new Set(registered).size).toBe(2)
    expect((await server.events('BinReportedFull')).map(({ data }) => data.userId)).toEqual(registered)
  })
})

it('takes the number for the session of a Nalo callback without one, anew for each dial', async () => {
  const send = async (MSGTYPE: boolean, USERDATA: string) => {
    const body = JSON.stringify({ USERID: 'NALOTest', MSISDN: AMA.slice(1), USERDATA, MSGTYPE, NETWORK: 'MTN' })
    return (await (await server.post('nalo', body)).json()).MSG as string
  }
  for (const input of ['*920#', '1', '11', '0']) await send(input === '*920#', input)
  expect(await server.events('BinReportedFull')).toHaveLength(1)
  expect(await send(true, '*920#')).toMatch(/^WasteSense/)
  expect(await send(false, '2')).toMatch(/^Reported /)
})

it('writes no number in clear into files of the data folder, events or log lines', async () => {
  for (const gateway of PHONE_GATEWAYS) await server.session(gateway, 's1', AMA, NEW_REPORT)
  await server.caughtUp()
  const digits = /0?244123456|24 412 3456/
  expect(JSON.stringify(await server.allEvents())).not.toMatch(digits)
  expect(JSON.stringify(server.lines)).not.toMatch(digits)
  const files = readFilesBelow(server.folder)
  expect(files.length).toBeGreaterThan(2)
  for (const { name, content } of files) {
    expect(name).not.toMatch(digits)
    expect(content, name).not.toMatch(digits)
  }
  for (const gateway of PHONE_GATEWAYS) expect(JSON.stringify(server.lines)).not.toContain(server.secretOf(gateway))
})
