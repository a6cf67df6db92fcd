/**
 * Tests the number to call back.
 * Dispatchers can read it while a phone report is open.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerAccounts } from '../bench/fixtures.ts'
import { openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'

let server: Awaited<ReturnType<typeof openPhoneServer>>
let dispatcher: string
beforeAll(async () => {
  server = await openPhoneServer()
  dispatcher = (await registerAccounts(server.kernel, 'dispatcher', 1))[0]?.token ?? ''
})
afterAll(() => server?.close())

const numberOf = (id: string, token = dispatcher) => server.call('reportPhone', { token, id })

describe('the number of a report by phone', () => {
  let id: string
  beforeAll(async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    id = (await server.events('BinReportedFull'))[0]?.data.reportId ?? ''
  })
  beforeEach(() => server.caughtUp())

  it('is read by dispatchers only, and each look is logged without it', async () => {
    expect(await numberOf(id)).toMatchObject({ status: 200, body: { phone: AMA } })
    const resident = await server.call('signUp', {
      body: { name: 'Kofi', email: 'kofi@example.com', password: 'a good password', zone: 'Ablekuma North' },
    })
    for (const token of [server.adminToken, resident.body.token, ''])
      expect([401, 403]).toContain((await numberOf(id, token)).status)
    const looks = server.lines.filter((line) => JSON.stringify(line).includes('read the phone number'))
    expect(looks).toHaveLength(1)
    expect(JSON.stringify(server.lines)).not.toContain('244123456')
  })

  it('is in no row of the board', async () => {
    const { text, body } = await server.call('activeReports', { token: dispatcher })
    expect(body.reports).toMatchObject([{ id, via: 'phone' }])
    expect(text).not.toContain('244123456')
    expect((await server.call('reportDetail', { token: dispatcher, id })).text).not.toContain('244123456')
  })

  it('is refused when the report is closed, and for reports on the web', async () => {
    await server.call('markReport', { token: dispatcher, id, body: { status: 'collected' } })
    await server.caughtUp()
    const { status, text } = await numberOf(id)
    expect([status, text]).toEqual([409, expect.stringContaining('closed')])
    expect(text).not.toContain('244123456')
    const { body } = await server.call('signUp', {
      body: { name: 'Esi', email: 'esi@example.com', password: 'a good password', zone: 'Ablekuma North', phone: AMA },
    })
    const report = await server.call('reportBinFull', { token: body.token })
    await server.caughtUp()
    expect((await numberOf(report.body.report.id)).status).toBe(409)
    expect((await numberOf('u-none.1')).status).toBe(404)
  })
})
