/** Tests daily and weekly summaries, on time and late, with real views. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerAccount } from '#command-api/accounts/register.ts'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { loadNotificationContext } from '#command-api/notifications/reader.ts'
import type { AccountSettings } from '#contract/accounts/views.ts'
import type { Event, EventData } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Role } from '#domain/city.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openMailOutbox } from '#platform/mail/outbox.ts'
import { openWorkerThreadPool } from '#platform/worker-threads/pool.ts'
import { parseMailMessage } from '#tests/conformance/mail.ts'
import { digestJob } from '#workers/notifications/digest-job.ts'
import { openInProcessKernel } from '../bench/fixtures.ts'

const DUE = '2026-03-02T18:00:00.000Z'
const MONDAY = '2026-03-02T07:00:00.000Z'
const hours = (until: string, before: number) => new Date(Date.parse(until) - before * 3_600_000).toISOString()
const zone = 'Ablekuma North'

let folder: string
let city: Awaited<ReturnType<typeof openInProcessKernel>>
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  city = await openInProcessKernel(folder)
})
afterEach(async () => {
  await city.close()
  rmSync(folder, { recursive: true })
})

/**
 * Appends each event to a stream of its own.
 * The stream names do not matter.
 */
async function happened(...events: { type: Event['type']; data: object; simulated?: true }[]): Promise<void> {
  for (const { simulated, ...event } of events)
    await city.kernel.store.append(`test-${crypto.randomUUID()}`, NO_STREAM_REVISION, [
      { ...event, id: crypto.randomUUID(), meta: { commandId: 'c', fingerprint: '', actor: 'system', simulated } },
    ])
}
const join = (userId: string, role: Role) =>
  registerAccount(
    city.kernel,
    { userId, role, name: 'Ama', email: `${userId}@example.com`, password: 'a good password' },
    { commandId: userId, fingerprint: '', actor: userId },
  )
const reported = (reportId: string, reportedAt: string) => ({
  type: 'BinReportedFull' as const,
  data: {
    reportId,
    userId: reportId,
    zone,
    sealed: 's',
    reportedAt,
    told: { reportedCount: 1, total: 1, threshold: 1 },
  },
})
const collected = (reportId: string, collectedAt: string) => ({
  type: 'ReportCollected' as const,
  data: { reportId, userId: reportId, zone, reportedAt: collectedAt, collectedBy: 'd1', collectedAt },
})
const trip = (tripId: string, tripEnd: string, litres: number) => ({
  type: 'TripLogged' as const,
  data: {
    tripId,
    vehicleId: 'T1',
    tripType: 'collection',
    distance: 1,
    litres,
    fuelCost: 1,
    tripStart: tripEnd,
    tripEnd,
  },
})
function schedule(scheduleId: string, end: Event['type'], endedAt: string) {
  const about = { scheduleId, vehicleId: 'T1', zone }
  const scheduled = { ...about, cycle: 1, vehicle: {}, siteId: 'WS001', scheduledStart: endedAt }
  const ended = { ...about, completedAt: endedAt, cancelledAt: endedAt, reportIds: [] }
  return [
    { type: 'CollectionScheduled' as const, data: scheduled },
    { type: end, data: ended },
  ]
}
const composition = (number: number, updatedAt: string, arrived: string[] = []) => ({
  type: 'SiteCompositionUpdated' as const,
  data: {
    siteId: 'WS001',
    number,
    composition: { plastic: 100 },
    currentCapacity: 1,
    updatedAt,
    arrived: arrived.map((deliveryId) => ({ deliveryId, vehicleId: 'T1' })),
  },
})

/** Returns all notifications in English, as their readers get them. */
async function sentNotifications() {
  const { timeZone } = await loadNotificationContext(await city.kernel.rows.upToNow('configuration'))
  return (await city.kernel.store.readAll(LOG_START, 10_000))
    .filter(({ type }) => type === 'NotificationSent')
    .map(({ data, meta }) => ({
      ...renderInEnglish(data as EventData<'NotificationSent'>, timeZone),
      simulated: meta.simulated,
    }))
}

/**
 * Runs the job of a daily or weekly summary for the period up to `until`.
 * The job runs `late` hours after `until`.
 * Returns the person's notifications.
 */
async function digestOf(digest: 'daily' | 'weekly', until: string, userId: string, late = 0) {
  const kernel = { ...city.kernel, clock: () => new Date(hours(until, -late)) }
  const work = { ...kernel, pool: openWorkerThreadPool(), send: createInternalCommands(kernel) }
  await digestJob.run({ digest, userId, until }, `job/${userId}/${late}`, work)
  return (await sentNotifications()).filter((notification) => notification.userId === userId)
}

it('tells dispatchers of their day, and of nothing before or after it', async () => {
  await join('d1', 'dispatcher')
  await happened(
    reported('long-open', hours(DUE, 90)),
    reported('before', hours(DUE, 25)),
    collected('before', hours(DUE, 24.5)),
    reported('first', hours(DUE, 24)),
    reported('second', hours(DUE, 5)),
    collected('second', hours(DUE, 1)),
    reported('waits', hours(DUE, 1)),
    collected('waits', hours(DUE, 0)),
    reported('after', DUE),
    trip('t0', hours(DUE, 25), 100),
    trip('t1', hours(DUE, 20), 10.04),
    trip('t2', hours(DUE, 1), 2.3),
    trip('t3', DUE, 100),
    ...schedule('S1', 'CollectionCompleted', hours(DUE, 2)),
    ...schedule('S2', 'CollectionCompleted', hours(DUE, 30)),
    ...schedule('S3', 'CollectionCancelled', hours(DUE, 2)),
  )
  const figures = { reports: 3, collected: 1, stillOpen: 3, collections: 1, litres: 12.3 }
  const expected = [
    {
      title: 'Daily report',
      message:
        'Sun 1 Mar, 18:00 to Mon 2 Mar, 18:00: 3 bins reported, 1 collected, 3 still open, 1 collection completed, 12.3 litres of fuel used.',
      metadata: { figures },
    },
  ]
  expect(await digestOf('daily', DUE, 'd1', 23)).toMatchObject(expected)
  expect(await digestOf('daily', DUE, 'd1', 0)).toHaveLength(1)
  await join('d2', 'dispatcher')
  expect(await digestOf('daily', DUE, 'd2', 25)).toEqual([])
})

it('tells recyclers of their week', async () => {
  await join('r1', 'recycler')
  const loads = ['D1', 'D2', 'D3'].map((deliveryId) => ({
    deliveryId,
    zone,
    reportIds: [],
    weight: 2_400,
    estimated: true,
  }))
  const site = { siteId: 'WS001', name: 'N', location: 'L', composition: { plastic: 100 }, currentCapacity: 0 }
  await happened(
    { type: 'SiteOpened', data: { ...site, maxCapacity: 1, openedAt: hours(MONDAY, 100) } },
    { type: 'TruckDispatched', data: { vehicleId: 'T1', siteId: 'WS001', loads, scheduleIds: [], dispatchedAt: '' } },
    composition(1, hours(MONDAY, 8 * 24), ['D1']),
    composition(2, hours(MONDAY, 7 * 24), ['D2']),
    composition(3, hours(MONDAY, 1)),
    { type: 'DeliveryMoved', data: { deliveryId: 'D3', status: 'arrived', movedAt: MONDAY } },
  )
  expect(await digestOf('weekly', MONDAY, 'r1')).toMatchObject([
    {
      title: 'Weekly report',
      message:
        'Mon 23 Feb, 07:00 to Mon 2 Mar, 07:00: 1 delivery arrived, 2.4 t of waste arrived, 2.4 t of it estimated, 2 composition updates.',
      metadata: { figures: { deliveries: 1, tonnes: 2.4, estimatedTonnes: 2.4, compositions: 2 } },
    },
  ])
})

it('tells recyclers what the scales said, in place of what was estimated', async () => {
  await join('r1', 'recycler')
  const loads = ['D1', 'D2'].map((deliveryId) => ({ deliveryId, zone, reportIds: [], weight: 2_400, estimated: true }))
  const ticket = { siteId: 'WS001', ticket: 'W-1', gross: 11_000, tare: 8_000, weight: 3_000, before: 2_400 }
  await happened(
    { type: 'TruckDispatched', data: { vehicleId: 'T1', siteId: 'WS001', loads, scheduleIds: [], dispatchedAt: '' } },
    composition(1, hours(MONDAY, 9), ['D1', 'D2']),
    { type: 'DeliveryWeighed', data: { deliveryId: 'D1', ...ticket, weighedAt: hours(MONDAY, 8) } },
  )
  expect(await digestOf('weekly', MONDAY, 'r1')).toMatchObject([
    { metadata: { figures: { deliveries: 2, tonnes: 5.4, estimatedTonnes: 2.4 } } },
  ])
})

it.each([
  [DUE, true],
  [hours(DUE, -24), undefined],
] as const)('says of a report until %s that the simulated city is in its figures: %s', async (until, simulated) => {
  await join('d1', 'dispatcher')
  await happened(
    reported('ours', hours(DUE, 5)),
    { ...collected('ours', hours(DUE, 1)), simulated: true },
    reported('next', hours(DUE, -1)),
  )
  expect(await digestOf('daily', until, 'd1')).toMatchObject([{ kind: 'digest', simulated }])
})

async function configure(timeZone: string): Promise<void> {
  const configuration = { ...DEFAULT_CONFIGURATION, dumping_sites: [], city: { ...DEFAULT_CITY, timeZone } }
  const data = { version: 1, configuration, changes: [], changedBy: 'd1', changedAt: hours(DUE, 100) }
  await happened({ type: 'ConfigurationChanged', data })
}

it("tells residents of their truck by the city's clocks", async () => {
  await join('u1', 'resident')
  await configure('Asia/Kathmandu')
  const [from, until] = ['2026-03-02T20:15:00.000Z', '2026-03-02T23:15:00.000Z']
  const kernel = { ...city.kernel, clock: () => new Date(DUE) }
  const notice = { type: 'NotifyResident', kind: 'schedule', userId: 'u1', zone, subject: 'S1', at: DUE } as const
  await createInternalCommands(kernel)('job/notice', { ...notice, window: { from, until } })
  expect(await sentNotifications()).toMatchObject([{ message: expect.stringContaining('between 02:00 and 05:00') }])
})

it("has the hours of the city's clocks, in the report and in its mail", async () => {
  await join('d1', 'dispatcher')
  await configure('Africa/Lagos')
  const until = hours(DUE, 1)
  const [{ notificationId, message } = { notificationId: '', message: '' }] = await digestOf('daily', until, 'd1')
  expect(message).toContain('Sun 1 Mar, 18:00 to Mon 2 Mar, 18:00')
  const mail = openMailOutbox(path.join(folder, 'outbox'), 'WasteSense <no-reply@example.com>')
  const mailing = { mail, publicUrl: 'https://app.example' }
  const send = createInternalCommands({ ...city.kernel, clock: () => new Date(until) }, { mailing })
  await send('job/mail', { type: 'MailDigest', notificationId })
  await mail.close()
  const [file = ''] = readdirSync(path.join(folder, 'outbox'))
  const { headers } = parseMailMessage(readFileSync(path.join(folder, 'outbox', file), 'utf8'))
  expect(headers.get('subject')).toEqual(['WasteSense: Daily report, Sun 1 Mar, 18:00 to Mon 2 Mar, 18:00'])
})

describe('the mail of a report', () => {
  const outbox = () => path.join(folder, 'outbox')
  const mails = () =>
    readdirSync(outbox()).map((name) => parseMailMessage(readFileSync(path.join(outbox(), name), 'utf8')))

  interface Mailed {
    times?: number
    /** Time in ms between the weekly summary and the run of its mail job. */
    lateMs?: number
    before?(): Promise<unknown>
  }
  /** Sends a recycler's weekly summary and runs the mail job `times` times. */
  async function mailed({ times = 1, lateMs = 0, before = async () => {} }: Mailed) {
    await join('r1', 'recycler')
    const loads = [{ deliveryId: 'D1', zone, reportIds: [], weight: 1_234_567, estimated: true }]
    const about = { vehicleId: 'T1', siteId: 'WS001', loads, scheduleIds: [], dispatchedAt: '' }
    await happened(
      { type: 'TruckDispatched', data: about, simulated: true },
      { ...composition(1, hours(MONDAY, 8), ['D1']), simulated: true },
    )
    const [{ notificationId } = { notificationId: '' }] = await digestOf('weekly', MONDAY, 'r1')
    await before()
    const mail = openMailOutbox(outbox(), 'WasteSense <no-reply@example.com>')
    const clock = () => new Date(Date.parse(MONDAY) + lateMs)
    const send = createInternalCommands(
      { ...city.kernel, clock },
      { mailing: { mail, publicUrl: 'https://app.example' } },
    )
    for (let n = 0; n < times; n++) await send(`job/mail-${n}`, { type: 'MailDigest', notificationId })
    await mail.close()
    return mails()
  }

  it('has the figures, says what is simulated, and comes once', async () => {
    const [mail, ...others] = await mailed({ times: 2 })
    expect(others).toEqual([])
    expect(mail?.headers.get('to')).toEqual(['r1@example.com'])
    expect(mail?.headers.get('subject')).toEqual(['WasteSense: Weekly report, Mon 23 Feb, 07:00 to Mon 2 Mar, 07:00'])
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Hello Ama,')
      expect(part).toContain('1 delivery arrived')
      expect(part).toContain('1,234.6 t of waste arrived')
      expect(part).toContain('1,234.6 t of it estimated')
      expect(part).toContain('Some of these figures come from the simulated city.')
      expect(part).toContain('https://app.example/recycler/profile?tab=settings')
    }
  })

  it('comes up to a day late, so that the job of one that nobody takes ends', async () => {
    expect(await mailed({ lateMs: 24 * 3_600_000 + 1 })).toEqual([])
    expect(await mailed({ lateMs: 24 * 3_600_000 })).toHaveLength(1)
  })

  it('goes to nobody who was erased', async () => {
    const erased = () => createInternalCommands(city.kernel)('job/erase', { type: 'FinishErasure', userId: 'r1' })
    expect(await mailed({ before: erased })).toEqual([])
  })

  it('is in the language that its reader chose, with the formats of that language', async () => {
    const [mail] = await mailed({ before: () => save({ notifications: {}, language: 'fr' }) })
    expect(mail?.headers.get('subject')?.[0]).toMatch(
      /^WasteSense\s: Rapport hebdomadaire, du lun\. 23 févr\., 07:00 au lun\. 2 mars, 07:00$/,
    )
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Bonjour Ama')
      expect(part).toContain('1\u202f234,6')
      for (const english of ['Hello', 'arrived', 'figures', 'Weekly']) expect(part).not.toContain(english)
    }
  })

  it('goes to nobody who has switched it off since', async () => {
    const off = () => save({ notifications: { weekly_reports: false } })
    expect(await mailed({ before: off })).toEqual([])
  })

  /** Saves settings of the recycler. */
  async function save(changed: Pick<AccountSettings, 'notifications' | 'language'>): Promise<void> {
    const { store } = city.kernel
    const meta = { commandId: 'settings', fingerprint: '', actor: 'r1' }
    const data = { userId: 'r1', settings: { darkMode: true, ...changed }, savedAt: MONDAY }
    const { length } = await store.readStream('account-r1')
    await store.append('account-r1', length - 1, [{ type: 'SettingsSaved', data, id: crypto.randomUUID(), meta }])
  }
})
