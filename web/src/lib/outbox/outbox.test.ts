/** Tests the outbox with an in-memory IndexedDB, real locks and channels: tabs, failures, owners. */
import 'fake-indexeddb/auto'
import { setImmediate as turn } from 'node:timers/promises'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import type { RequestFailure } from '#web/lib/api/api.ts'
import { type Outbox, openOutbox, sendOneByOne } from './outbox.ts'
import {
  deleteStoredReport,
  REPORT_DATABASE,
  reportEntries,
  sendOrStore,
  storedReportsOf,
  storeReport,
  updateStoredReport,
} from './report-store.ts'
import type { StoredReport } from './stored-report.ts'

const offline: RequestFailure = { status: 0, message: '' }
const conflict: RequestFailure = { status: 409, message: 'You have already reported.' }
const expired: RequestFailure = { status: 401, message: 'Please sign in again.' }

function kept(key: string, changes: Partial<StoredReport> = {}): StoredReport {
  return { key, userId: 'ama', description: `about ${key}`, madeAt: 1, heldUntil: 0, ...changes }
}

const open: Outbox[] = []

/**
 * Opens a tab of a signed-in user.
 * `answer` responds in place of the server.
 */
function openTab(answer: (report: StoredReport) => Promise<string>, userId = 'ama') {
  const tab = { shown: [] as StoredReport[], tried: [] as string[], answered: [] as StoredReport[] }
  const outbox = openOutbox({
    userId,
    shelf: reportEntries,
    send: sendOneByOne((report) => {
      tab.tried.push(report.key)
      return answer(report)
    }),
    show: (reports) => {
      tab.shown = [...reports]
    },
    answered: (report) => tab.answered.push(report),
  })
  open.push(outbox)
  return { ...outbox, tab }
}

const accepts = async ({ key }: StoredReport) => `report-of-${key}`
const fails = (failure: RequestFailure) => () => Promise.reject(failure)

/**
 * Waits until all simulated tabs have handled all changes.
 * Each iteration waits for the lock and the database, after the earlier requests of the tabs.
 */
async function settled(): Promise<void> {
  for (let round = 0; round < 10; round++) {
    await navigator.locks.request(REPORT_DATABASE, async () => undefined)
    await storedReportsOf('ama')
    await turn()
  }
}

beforeEach(async () => {
  for (const userId of ['ama', 'kofi'])
    for (const { key } of await storedReportsOf(userId)) await deleteStoredReport(key)
})
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close()
})

describe('the outbox', () => {
  it('sends what an earlier visit kept, oldest first, and shows what it became', async () => {
    await storeReport(kept('a', { madeAt: 2 }))
    // The second report has an earlier time, as if the device's clock was set back in between.
    await storeReport(kept('b', { madeAt: 1 }))
    const { tab } = openTab(accepts)
    await eventually(() => expect(tab.shown.map(({ sentAs }) => sentAs)).toEqual(['report-of-a', 'report-of-b']))
    expect(tab.tried).toEqual(['a', 'b'])
    expect(tab.answered.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('sends once though two tabs are open', async () => {
    await storeReport(kept('a'))
    const gate = Promise.withResolvers<void>()
    const slowly = (report: StoredReport) => gate.promise.then(() => accepts(report))
    const [one, two] = [openTab(slowly), openTab(slowly)]
    await eventually(() => expect([...one.tab.tried, ...two.tab.tried]).toEqual(['a']))
    await eventually(() => expect([one.tab.shown.length, two.tab.shown.length]).toEqual([1, 1]))
    gate.resolve()
    await eventually(() =>
      expect([one.tab.shown[0]?.sentAs, two.tab.shown[0]?.sentAs]).toEqual(Array(2).fill('report-of-a')),
    )
    await settled()
    expect([...one.tab.tried, ...two.tab.tried]).toEqual(['a'])
  })

  it('keeps what got no answer, and tries again with the same key when it is woken', async () => {
    await storeReport(kept('a'))
    let network = false
    const { tab, wake } = openTab((report) => (network ? accepts(report) : fails(offline)()))
    await eventually(() => expect(tab.tried).toEqual(['a']))
    await settled()
    expect(tab.tried).toEqual(['a'])
    expect(await storedReportsOf('ama')).toEqual([kept('a', { place: 1, tried: true })])
    network = true
    wake()
    await eventually(() => expect(tab.shown[0]?.sentAs).toBe('report-of-a'))
    expect(tab.tried).toEqual(['a', 'a'])
  })

  it('shows a refusal with its reason until it is dismissed, and never sends it again', async () => {
    await storeReport(kept('a'))
    const { tab, wake } = openTab(fails(conflict))
    await eventually(() => expect(tab.shown[0]?.refusal).toBe('You have already reported.'))
    wake()
    await settled()
    expect(tab.tried).toEqual(['a'])
    await deleteStoredReport('a')
    await eventually(() => expect(tab.shown).toEqual([]))
  })

  it('keeps a report over an expired sign-in', async () => {
    await storeReport(kept('a'))
    const first = openTab(fails(expired))
    await eventually(() => expect(first.tab.tried).toEqual(['a']))
    first.close()
    const next = openTab(accepts)
    await eventually(() => expect(next.tab.shown[0]?.sentAs).toBe('report-of-a'))
  })

  it('neither sends nor shows what is somebody else’s', async () => {
    await storeReport(kept('a'))
    const { tab, wake } = openTab(accepts, 'kofi')
    wake()
    await settled()
    expect(tab).toEqual({ shown: [], tried: [], answered: [] })
    expect(await storedReportsOf('ama')).toHaveLength(1)
  })

  it('leaves a report alone that is in its dialog’s hands, and takes it over when the hold ends', async () => {
    // Stops the clock, so that the report stays reserved for its dialog.
    // During this time only the dialog may send the report.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await storeReport(kept('a', { heldUntil: Date.now() + 10_000 }))
      const { tab } = openTab(accepts)
      await settled()
      expect(tab).toMatchObject({ tried: [], answered: [] })
      await updateStoredReport('a', { heldUntil: 0 })
      await eventually(() => expect(tab.shown[0]?.sentAs).toBe('report-of-a'))
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['ahead', 365 * 86_400_000],
    ['back', -365 * 86_400_000],
  ])('sends once what its dialog has while the clock is set a year %s', async (_, by) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const gate = Promise.withResolvers<string>()
      const dialog = sendOrStore({ key: 'a', userId: 'ama', description: '' }, () => gate.promise)
      await eventually(async () => expect(await storedReportsOf('ama')).toHaveLength(1))
      vi.setSystemTime(Date.now() + by)
      // For some seconds after a report is entered, only its dialog may send it.
      // After a change of the clock, the outbox cannot know whether these seconds are over.
      // It therefore also sends the report, with the same key.
      const { tab } = openTab(accepts)
      await eventually(() => expect(tab.shown[0]?.sentAs).toBe('report-of-a'))
      expect(tab.tried).toEqual(['a'])
      gate.reject(offline)
      await expect(dialog).rejects.toMatchObject({ kept: true })
      await settled()
      expect(tab.tried).toEqual(['a'])
      expect(await storedReportsOf('ama')).toMatchObject([{ key: 'a', sentAs: 'report-of-a' }])
    } finally {
      vi.useRealTimers()
    }
  })

  it('puts what an earlier version kept before what is kept since, by its time', async () => {
    const database = await openDB(REPORT_DATABASE, 1)
    for (const key of ['older', 'oldest']) await database.put('reports', kept(key, { madeAt: key === 'older' ? 9 : 8 }))
    database.close()
    await storeReport(kept('new'))
    expect((await storedReportsOf('ama')).map(({ key }) => key)).toEqual(['oldest', 'older', 'new'])
  })

  it('records nothing once it is closed, whatever the answer: the next sign-in asks again', async () => {
    await storeReport(kept('a'))
    let refuse: (failure: RequestFailure) => void = () => {}
    const tab = openTab(() => new Promise((_, reject) => (refuse = reject)))
    await eventually(() => expect(tab.tab.tried).toEqual(['a']))
    tab.close()
    refuse(conflict)
    await settled()
    expect(await storedReportsOf('ama')).toEqual([kept('a', { place: 1, tried: true })])
  })

  it('forgets at the next visit what was sent', async () => {
    await storeReport(kept('a', { sentAs: 'r1' }))
    const { tab } = openTab(accepts)
    await eventually(async () => expect(await storedReportsOf('ama')).toEqual([]))
    expect(tab.tried).toEqual([])
  })
})

describe('a report sent from its dialog', () => {
  const report = { key: 'k', userId: 'ama', description: 'full' }

  it('is on the shelf while it is under way, and gone once it is answered', async () => {
    const during: StoredReport[] = []
    const before = Date.now()
    const answer = await sendOrStore(report, async () => {
      during.push(...(await storedReportsOf('ama')))
      return 'answer'
    })
    expect(answer).toBe('answer')
    expect(during).toMatchObject([report])
    expect(during[0]?.heldUntil).toBeGreaterThan(before)
    expect(await storedReportsOf('ama')).toEqual([])
  })

  it.each([offline, expired, { status: 503, message: 'Starting.' }])(
    'is kept when no answer came: %o',
    async (failure) => {
      await expect(sendOrStore(report, fails(failure))).rejects.toMatchObject({ ...failure, kept: true })
      expect(await storedReportsOf('ama')).toMatchObject([{ ...report, heldUntil: 0 }])
    },
  )

  it('is not kept when the server refused it', async () => {
    await expect(sendOrStore(report, fails(conflict))).rejects.toMatchObject({ ...conflict, kept: false })
    expect(await storedReportsOf('ama')).toEqual([])
  })
})
