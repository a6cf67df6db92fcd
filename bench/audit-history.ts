/** audit-history: a log of 1,000,000 events taken into the history, and the first pages of any filters over it, as the server answers them. */
import { statSync } from 'node:fs'
import path from 'node:path'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { tableOf } from '#contract/tables.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createHistory } from '#platform/history/history.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { historyReads } from '#projections/audit/history-routes.ts'
import { fillHistory } from './history-log.ts'
import { inFolder, percentile, round, say } from './measure.ts'

const EVENTS = 1_000_000
const TIMES = 200

/** Each is asked for at changing places. */
const FILTERS: Record<string, object> = {
  everything: {},
  a_zone: { zone: 'Ablekuma North' },
  a_type: { kind: 'ReportCollected' },
  a_role: { role: 'resident' },
  a_dispatcher: { actor: 'ud0' },
  a_resident: { actor: 'u7' },
  a_truck: { thing: 'T003' },
  a_report: { thing: 'report:u7.1' },
  a_zone_and_a_type: { zone: 'Ayawaso West', kind: 'BinReportedFull' },
  a_zone_a_role_and_a_truck: { zone: 'Ayawaso West', role: 'dispatcher', thing: 'truck:T001' },
  a_month: { from: '2026-03-01', to: '2026-03-31' },
  a_type_in_a_month: { kind: 'BinReportedFull', from: '2026-03-01', to: '2026-03-31' },
  what_never_comes_together: { role: 'resident', kind: 'ReportCollected' },
  what_there_is_not: { thing: 'truck:T999' },
}

interface Took {
  ms: number
  /** Beside other work on the machine only the thread's own time says what a call costs. */
  thread: number
}

function told(took: readonly Took[]): string {
  const [ms, thread] = [took.map((one) => one.ms), took.map((one) => one.thread)]
  const both = (share: number) => `${percentile(ms, share)} (of the thread ${percentile(thread, share)})`
  return `p50 ${both(0.5)}, p99 ${both(0.99)}`
}

export default () =>
  inFolder(async (folder) => {
    say(`making a log of ${EVENTS.toLocaleString('en')} events`)
    const store = openSqliteEventStore(path.join(folder, 'log.db'))
    await fillHistory(store, EVENTS)
    const history = createHistory({ store, dataDir: folder })
    say('taking it in')
    const [began, before] = [performance.now(), process.threadCpuUsage()]
    let longest = 0
    let last = performance.now()
    const turns = setInterval(() => {
      longest = Math.max(longest, performance.now() - last - 5)
      last = performance.now()
    }, 5)
    await history.catchUp(3_600_000)
    clearInterval(turns)
    const { user, system } = process.threadCpuUsage(before)
    const figures: Record<string, string | number> = {
      take_in_s: round((performance.now() - began) / 1_000, 1),
      take_in_thread_s: round((user + system) / 1_000_000, 1),
      longest_turn_ms: round(longest, 1),
      log_mb: round(statSync(path.join(folder, 'log.db')).size / 1e6, 0),
      history_mb: round(statSync(path.join(folder, 'history.db')).size / 1e6, 0),
      rss_mb: round(process.memoryUsage().rss / 1e6, 0),
    }
    const reads = historyReads(history)
    const rows = rowsOf(openMemoryReadStore(), tableOf)
    const ask = async (name: EndpointName, call: object) => {
      const read = reads[name] as unknown as (call: object, snapshot: object) => Promise<object>
      const [at, before] = [performance.now(), process.threadCpuUsage()]
      JSON.stringify(await read(call, { rows, now: new Date(), position: EVENTS }))
      const { user, system } = process.threadCpuUsage(before)
      return { ms: performance.now() - at, thread: (user + system) / 1_000 }
    }
    const all: Took[] = []
    for (const [name, filter] of Object.entries(FILTERS)) {
      say(name)
      const took: Took[] = []
      for (let n = 0; n < TIMES; n++) {
        const page = n % 2 ? {} : { before: 1 + ((n * 7_919) % EVENTS) }
        const query = endpoints.auditEvents.query.parse({ ...filter, ...page })
        took.push(await ask('auditEvents', { query }))
      }
      all.push(...took)
      figures[`${name}_ms`] = told(took)
    }
    figures.any_first_page_ms = told(all)
    const one: Took[] = []
    for (let n = 0; n < TIMES; n++)
      one.push(await ask('auditEvent', { params: { id: String(1 + ((n * 7_919) % EVENTS)) } }))
    figures.one_event_with_its_chain_ms = told(one)
    await history.close()
    await store.close()
    return figures
  })
