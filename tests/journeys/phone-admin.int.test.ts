/** Tests the phone traffic that admins read, and the simulator's phones. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDemoPhoneHandlers } from '#command-api/phone/routes.ts'
import { createDemoPhones, type DemoPhones } from '#platform/phone/demo-phones.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import { openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'
let server: Awaited<ReturnType<typeof openPhoneServer>>
beforeEach(async () => {
  server = await openPhoneServer()
})
afterEach(() => server.close())

const traffic = async () => (await server.call('phoneTraffic', { token: server.adminToken })).body

describe('the traffic of the phone', () => {
  it('lists callbacks with their answers and counts, without a number', async () => {
    await server.session('arkesel', 'a', AMA, ['1', '11', '0'])
    await server.post('hubtel', '{')
    await server.post('nalo', '{}', 'wrong')
    await server.form('deliveryAfricasTalking', 'id=x&status=Failed&phoneNumber=%2B233244123456')
    await server.runJobs()
    const { callbacks, ...counts } = await traffic()
    expect(counts).toEqual({
      ...{ since: expect.any(String), sessions: 1, textsPerDay: 1_000 },
    })
    const rows = callbacks.map(({ gateway, kind, status, problem }: Record<string, string>) =>
      [gateway, kind, status, problem].join(' '),
    )
    expect(rows.toSorted()).toEqual([
      'africastalking delivery 200 ',
      ...Array(4).fill('arkesel ussd 200 '),
      'hubtel ussd 200 bad-request',
      'nalo ussd 404 ',
    ])
    expect(JSON.stringify(callbacks)).not.toMatch(/244123456/)
  })

  it('is read by admins only', async () => {
    expect((await server.call('phoneTraffic')).status).toBe(401)
  })
})

describe('a phone of the simulator', () => {
  const open = async () => (await server.call('openDemoPhone')).body as { number: string; secret: string }

  it('reports through the endpoint of the gateway, and gets its SMS', async () => {
    const [phone, other] = [await open(), await open()]
    expect(phone.number).toMatch(/^\+233\d{9}$/)
    expect(other.number).not.toBe(phone.number)
    const dial = async (secret: string, number: string, inputs: string[]) => {
      const body = { sessionID: 's', newSession: inputs.length === 0, msisdn: number, userData: inputs.at(-1) ?? '' }
      const answer = await server.post('arkesel', JSON.stringify(body), secret)
      return { status: answer.status, ...((await answer.json()) as { message: string }) }
    }
    for (const inputs of [[], ['1'], ['1', '11']]) await dial(phone.secret, phone.number, inputs)
    expect((await dial(phone.secret, phone.number, ['1', '11', '0'])).message).toContain('is reported full')
    await server.runJobs()
    const texts = async (id: string) => (await server.call('demoTexts', { id })).body.texts
    expect(await texts(phone.secret)).toEqual([
      { id: expect.any(String), at: expect.any(String), text: expect.stringContaining('is reported full') },
    ])
    expect(await texts(other.secret)).toEqual([])
    const { callbacks } = await traffic()
    expect(callbacks.every(({ simulated }: { simulated?: true }) => simulated)).toBe(true)
    // A phone's secret admits calls for that phone's number only.
    expect((await dial(other.secret, phone.number, ['2'])).message).toContain('Your number is hidden')
    expect((await server.call('demoTexts', { id: server.secretOf('arkesel') })).status).toBe(404)
    expect((await server.post('nalo', '{}', phone.secret)).status).toBe(404)
  })

  it('exists only in a demo on this machine', async () => {
    const opened = (phones: DemoPhones | undefined, isLocal: boolean) => {
      const { openDemoPhone } = createDemoPhoneHandlers(server.kernel, phones)
      return openDemoPhone?.({ isLocal } as Parameters<typeof openDemoPhone>[0])
    }
    expect(await opened(undefined, true)).toMatchObject({ rejected: 'not-found' })
    expect(await opened(createDemoPhones(), false)).toMatchObject({ rejected: 'not-found' })
    expect(await opened(createDemoPhones(), true)).toMatchObject({ number: expect.any(String) })
  })

  it('keeps its SMS from a real gateway', async () => {
    const sent: string[] = []
    const gateway: SmsSender = {
      async send({ to }) {
        sent.push(to)
        return {}
      },
      forget: async () => {},
      close: async () => {},
    }
    const phones = createDemoPhones()
    const { number, secret } = phones.open('Ghana')
    const sms = phones.arriving(gateway, { isOutbox: false })
    await sms.send({ to: number, text: 'for the simulator' })
    await sms.send({ to: AMA, text: 'for a person' })
    expect(sent).toEqual([AMA])
    expect(phones.textsOf(secret).map(({ text }) => text)).toEqual(['for the simulator'])
    await sms.forget(number)
    expect(phones.textsOf(secret)).toEqual([])
  })
})
