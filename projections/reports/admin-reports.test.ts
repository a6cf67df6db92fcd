/** Tests the list of reports for admins: order, pages and search. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminReport } from '#contract/views.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { accountErased, createCall, openProjectionsFixture, reportCollected } from '../queries/fixtures.ts'
import { createPersonDirectory } from '../queries/people.ts'
import { createAdminReportReadHandlers } from './admin-reports.ts'

let city: Awaited<ReturnType<typeof openProjectionsFixture>>
let list: (query?: object) => Promise<{ reports: AdminReport[]; total: number }>
beforeEach(async () => {
  city = await openProjectionsFixture()
  const { adminReports } = createAdminReportReadHandlers(city.reading, createPersonDirectory(city.reading))
  list = async (query) =>
    (await adminReports?.(
      createCall<'adminReports'>('a1', 'admin', { query }),
      presentSnapshotOf(city.reading),
    )) as never
})
afterEach(() => city.close())

const hour = (n: number) => `2026-03-04T${String(n).padStart(2, '0')}:00:00.000Z`
async function fill() {
  await city.happened(
    await city.registered('u1', { name: 'Ama Ɔkɔ' }),
    await city.registered('u2', { name: 'Kofi' }),
    await city.reported('u1.1', 'u1', { reportedAt: hour(8), description: 'behind the gate' }),
    await city.reported('u2.1', 'u2', { reportedAt: hour(9) }),
    await city.reported('x.1', 'x', { reportedAt: hour(10) }),
    reportCollected('u2.1', 'u2'),
  )
}
const ids = ({ reports }: { reports: AdminReport[] }) => reports.map((report) => report.id)

describe("the admin's list of reports", () => {
  it('is newest first, a page at a time', async () => {
    await fill()
    expect(ids(await list())).toEqual(['x.1', 'u2.1', 'u1.1'])
    expect(await list({ size: 2, page: 2 })).toMatchObject({ reports: [{ id: 'u1.1' }], total: 3 })
    expect(await list({ sort: 'zone' })).toMatchObject({ rejected: 'bad-request' })
  })

  it('says who made each, and Unknown of somebody without an account', async () => {
    await fill()
    expect((await list()).reports).toMatchObject([
      { user_name: 'Unknown', user_email: '', created_at: hour(10) },
      { user_name: 'Kofi', user_email: 'u2@example.com', status: 'collected' },
      { user_name: 'Ama Ɔkɔ', description: 'behind the gate', status: 'new' },
    ])
  })

  it('says nothing of an erased resident, and finds them by nothing that they were', async () => {
    await fill()
    expect(ids(await list({ search: 'ama' }))).toEqual(['u1.1'])
    await city.happened(accountErased('u1'))
    expect((await list()).reports.at(-1)).toMatchObject({ user_name: 'Erased resident', user_email: '' })
    expect(JSON.stringify(await list())).not.toMatch(/Ama|gate/)
    expect(await list({ search: 'ama' })).toEqual({ reports: [], total: 0 })
    expect(ids(await list({ search: 'erased' }))).toEqual(['u1.1'])
  })

  it.each([
    ['COLLECTED', ['u2.1']],
    ['ama oko', ['u1.1']],
    ['kofi collected', ['u2.1']],
    ['kofi new', []],
    ['unknown', ['x.1']],
    ['new ablekuma', ['x.1', 'u1.1']],
    ['ayawaso', []],
  ])('finds %j', async (search, expected) => {
    await fill()
    expect(await list({ search })).toMatchObject({ total: expected.length })
    expect(ids(await list({ search }))).toEqual(expected)
    expect(ids(await list({ search, size: 1, page: 2 }))).toEqual(expected.slice(1))
  })

  it('asks for the reports of a few people only, and compares those of many itself', async () => {
    const person = await city.registered('u', { name: 'Kofi' })
    const people = Array.from({ length: 501 }, (_, n) => ({ ...person, data: { ...person.data, userId: `u${n}` } }))
    const { sealer } = city.reading
    vi.spyOn(sealer, 'open').mockImplementation(async (all) => all.map(() => ({ name: 'Kofi', email: '' }) as never))
    await city.happened(...people, await city.reported('r1', 'u1'), await city.reported('r2', 'x'))
    const find = vi.spyOn(city.reading.runner.rows, 'find')
    expect(ids(await list({ search: 'kofi' }))).toEqual(['r1'])
    for (const [, query] of find.mock.calls) expect(query?.filter ?? {}).not.toHaveProperty('userId')
  })

  it('searches thousands of reports in slices, of which many have the same time', async () => {
    const sealed = await city.reported('r', 'u3')
    const made = Array.from({ length: 9_000 }, (_, n) => {
      const reportId = `r${String(n).padStart(4, '0')}`
      return { ...sealed, data: { ...sealed.data, reportId, reportedAt: hour(n % 10 < 8 ? 9 : n % 10) } }
    })
    await city.happened(await city.registered('u3', { name: 'Kofi Norther' }), ...made)
    const { rows } = presentSnapshotOf(city.reading)
    const all = await rows.find('reports', { filter: {}, sort: { timestamp: -1 } })
    const find = vi.spyOn(city.reading.runner.rows, 'find')
    for (const page of [1, 45, 90])
      expect(await list({ search: 'north', page, size: 100 })).toMatchObject({
        total: 9_000,
        reports: all.slice((page - 1) * 100, page * 100).map(({ id }) => ({ id })),
      })
    const read = await Promise.all(find.mock.results.map(({ value }) => value as Promise<object[]>))
    expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(5_000)
  })

  it.each([
    ['north', ['u3.1', 'x.1', 'u2.1', 'u1.1']],
    ['north kofi', ['u3.1', 'u2.1']],
    ['kofi north new', ['u3.1']],
    ['norther', ['u3.1']],
    ['kofi norther', ['u3.1']],
    ['ama kofi', []],
    ['new collected', []],
    ['known kofi', []],
    ['n o', ['u3.1', 'x.1', 'u2.1', 'u1.1']],
    ['known', ['x.1']],
    ['ko', ['u3.1', 'u2.1', 'u1.1']],
    ['w', ['u3.1', 'x.1', 'u1.1']],
  ])('finds %j where it is part of a name, a zone or a status', async (search, expected) => {
    await fill()
    await city.happened(
      await city.registered('u3', { name: 'Kofi Norther' }),
      await city.reported('u3.1', 'u3', { reportedAt: hour(11) }),
    )
    expect(ids(await list({ search }))).toEqual(expected)
    expect(await list({ search, size: 1, page: 2 })).toMatchObject({ total: expected.length })
  })
})
