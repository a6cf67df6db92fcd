/** Tests which fields of a report residents and staff receive. */
import { expect, it, onTestFinished } from 'vitest'
import { openProjectionsFixture } from '../queries/fixtures.ts'
import type { ReportRow } from './reports-view.ts'
import { unsealReports } from './unseal-reports.ts'

it('shows staff who reported, and residents nothing that is for staff', async () => {
  const city = await openProjectionsFixture()
  onTestFinished(() => city.close())
  const { sealer } = city.reading
  const timestamp = '2026-03-01T08:00:00.000Z'
  const row: ReportRow = {
    ...{ id: 'u1.1', position: 1, userId: 'u1', zone: 'Ablekuma North', status: 'in-progress', timestamp },
    ...{
      sealed: await sealer.seal('u1', { name: 'Ama', description: 'behind the gate' }),
      open: true,
      replaced: false,
    },
    ...{ unconfirmed: true, via: 'phone', scheduleIds: ['s1'], roundId: 's1', reference: 'R-1' },
  }
  const [own] = await unsealReports([row], sealer, { withName: false })
  expect(JSON.parse(JSON.stringify(own))).toEqual({
    ...{ id: 'u1.1', userId: 'u1', zone: 'Ablekuma North', status: 'in-progress', timestamp },
    ...{ description: 'behind the gate', unconfirmed: true },
  })
  const [staffs] = await unsealReports([row], sealer, { withName: true })
  expect(staffs).toEqual({ ...own, resident_name: 'Ama', via: 'phone', scheduleIds: ['s1'] })
  const [without] = await unsealReports([{ ...row, scheduleIds: [] }], sealer, { withName: true })
  expect(without?.scheduleIds).toBeUndefined()
})
