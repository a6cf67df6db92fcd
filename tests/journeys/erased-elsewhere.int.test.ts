/** Tests that an erasure reaches other processes, which cached the person's key. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { findProgram } from '#tests/fixtures/programs.ts'
import { type DoubledInstallation, LOOPBACK_ADDRESSES, startTwoOfEachProcess } from './paired-processes.ts'
import { call } from './split-processes-client.ts'

const caddy = findProgram('caddy')
const [FIRST, SECOND] = LOOPBACK_ADDRESSES
const PASSWORD = 'a long password'

describe.skipIf(!caddy)('an erasure in one of two command-apis', () => {
  let city: DoubledInstallation
  let [first, second] = ['', '']
  beforeAll(async () => {
    city = await startTwoOfEachProcess(caddy ?? '', { SEED: 'demo', SEED_PASSWORD: PASSWORD })
    first = city.originOf('command-api', FIRST)
    second = city.originOf('command-api', SECOND)
  })
  afterAll(() => city?.clear())

  it('leaves the other one nothing to decrypt', async () => {
    const dispatcher = { employee_id: 'DISP001', password: PASSWORD }
    const { token } = (await call(second, 'POST', '/api/auth/login', { body: dispatcher })).body
    const resident = { name: 'Adwoa', email: `${randomUUID()}@example.org`, password: PASSWORD, zone: 'Ayawaso West' }
    const { user, token: own } = (await call(second, 'POST', '/api/auth/signup', { body: resident })).body as never as {
      user: { id: string }
      token: string
    }
    const full = { token: own, body: { description: 'Behind the blue gate' } }
    const reported = (await call(second, 'POST', '/api/auth/report-bin-full', full)).body as never as {
      report: { id: string }
    }
    const { id } = reported.report
    const collect = (reportId: string) =>
      eventually(async () => {
        const body = { status: 'collected' }
        const { status } = await call(second, 'PATCH', `/api/auth/reports/${reportId}/status`, { token, body })
        expect(status).toBe(200)
      })
    await collect(id)
    const erased = await call(first, 'DELETE', `/api/auth/account/${user.id}`, {
      token: own,
      body: { password: PASSWORD },
    })
    expect(erased).toMatchObject({ status: 200 })
    let latest = id
    await eventually(async () => {
      const undone = await call(second, 'POST', `/api/auth/reports/${latest}/undo-collection`, { token })
      expect(undone).toMatchObject({ status: 200, body: { report: { status: 'new' } } })
      // An undo opens a new report. The next attempt collects that report and undoes its collection.
      latest = (undone.body as never as { report: { id: string } }).report.id
      if (JSON.stringify(undone.body).includes('blue gate')) await collect(latest)
      expect(JSON.stringify(undone.body)).not.toContain('blue gate')
    })
  })
})
