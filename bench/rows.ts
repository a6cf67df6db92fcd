/** rows: what an installation's rows take in memory, beside their JSON, and what a thousand residents with an open report do. */
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { markCollected } from '#command-api/collections/mark-collected.ts'
import { handle } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createReportFor } from '#command-api/reports/routes.ts'
import { bin } from '#command-api/streams/bin.ts'
import { isRejection } from '#contract/door/problems.ts'
import { tableOf, type ViewName } from '#contract/tables.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { Filter, Row } from '#platform/read-store/read-store.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { createSealer } from '#platform/sealing.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { layoutOf } from '#projections/reading/kept.ts'
import { activeReports, allReports } from '#projections/reading/lists.ts'
import { type Account, caughtUp, openHere, openRowsOf, openZones, registerMany } from './arrange.ts'
import { heldBy } from './heap.ts'
import { inFolder, round, say } from './measure.ts'

const RESIDENTS = 5_000
/** Reports of each that were collected before. */
const COLLECTED = 4
const ZONES = 20
const KEPT = ['reports', 'zones', 'schedules', 'deliveries', 'vehicles', 'sites'] as const
/** Of these all rows are in memory once somebody asks for others than the open ones. */
const WHOLE = ['accounts', 'reports'] as const
/** Rows are written by then. */
const WRITTEN_MS = 3_000

const thousands = RESIDENTS / 1_000
const kb = (bytes: number) => round(bytes / 1_000, 0)

async function reportAll(kernel: Kernel, residents: readonly Account[], round: number, isCollected: boolean) {
  const reportFor = createReportFor(kernel)
  const one = async ({ userId, zone, name }: Account) => {
    const envelope = { commandId: `${round}/${userId}`, fingerprint: 'bench', actor: userId }
    const answer = await reportFor({ userId, zone, name }, 'The bin at the gate is full', envelope)
    if (isRejection(answer)) throw new Error(answer.message)
    if (!isCollected) return
    const command = { reportId: answer.report.id, collectedBy: 'bench' }
    const collection = { commandId: `collect/${round}/${userId}`, fingerprint: 'bench', actor: 'bench' }
    const decide = (state: Parameters<typeof markCollected>[1]) => markCollected(command, state, new Date())
    await handle(kernel.store, bin.stream(userId), bin, decide, collection)
  }
  for (let n = 0; n < residents.length; n += 200) await Promise.all(residents.slice(n, n + 200).map(one))
}

/** A city in which every resident has reported some times and has an open report, and what the last of these left held. */
async function makeCity(folder: string) {
  const { kernel, runner, close } = await openHere(folder)
  const residents = await registerMany(kernel, 'resident', RESIDENTS, await openZones(kernel, ZONES))
  for (let n = 0; n < COLLECTED; n += 1) await reportAll(kernel, residents, n, true)
  const settled = async () => {
    await caughtUp({ kernel, runner })
    await pause(WRITTEN_MS)
  }
  await settled()
  say('everybody reports once more')
  const { bytes } = await heldBy(async () => {
    await reportAll(kernel, residents, COLLECTED, false)
    await settled()
  })
  await close()
  return { residents, bytes }
}

const jsonOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0)

const of = (count: number, bytes: number, json: number) =>
  `${count}, each ${round(bytes / count, 0)} bytes, its JSON ${round(json / count, 0)}: ${round(bytes / json)} times`

/** What a table takes that holds the rows of this filter alone, or all of them. */
async function tableFigure(folder: string, view: ViewName, filter: Filter) {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const reads = await openRowsOf(folder, store)
  const table = tableOf(view)
  const { bytes, made: count } = await heldBy(() => reads.count(table, filter))
  const json = jsonOf(await reads.find(table, { filter, unsorted: true }))
  await reads.close()
  await store.close()
  return count > 0 && of(count, bytes, json)
}

async function ofStart(folder: string, residents: readonly Account[]) {
  const figures: Record<string, string> = {}
  const tell = (name: string, figure: string | false) => figure && Object.assign(figures, { [name]: figure })
  for (const view of KEPT) tell(`kept_${view}`, await tableFigure(folder, view, layoutOf(tableOf(view)).kept ?? {}))
  for (const view of WHOLE) tell(`whole_${view}`, await tableFigure(folder, view, {}))
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  const reads = await openRowsOf(folder, store)
  const rows = rowsOf(reads, tableOf)
  const perThousand = async (name: string, work: () => Promise<unknown>) => {
    const { bytes } = await heldBy(async () => void (await work()))
    figures[name] = `${kb(bytes / thousands)} kB a thousand residents`
  }
  await rows.find('reports', { filter: { open: true }, unsorted: true })
  await perThousand('index_of_active_reports', () => rows.find('reports', activeReports))
  await perThousand('index_of_open_reports_by_zone', () => rows.find('reports', { filter: { open: true, zone: 'x' } }))
  // In kept_zones.
  const ids = (await rows.find<Row & { openIds: string[][] }>('zones')).flatMap(({ openIds }) => openIds)
  figures.open_ids_of_zones = `JSON ${kb(JSON.stringify(ids).length / thousands)} kB a thousand residents`
  await rows.count('reports')
  await perThousand('indexes_of_own_reports', () =>
    rows.find('reports', { ...allReports, filter: { ...allReports.filter, userId: 'x' } }),
  )
  const read = await heldBy(async () => {
    const all = await Promise.all(residents.map(({ userId }) => store.readStream(bin.stream(userId))))
    // As a command does, which looks for its own id.
    return all.flatMap((events) => events.map((event) => jsonOf([{ ...event, meta: event.meta } as never])))
  })
  const eventsJson = read.made.reduce((sum, one) => sum + one, 0)
  figures.events_of_bins = `${of(read.made.length, read.bytes, eventsJson)}; ${kb(read.bytes / thousands)} kB a thousand residents`
  const sealer = createSealer(vault)
  const sealed = await rows.find<Row & { userId: string; sealed: string }>('reports', activeReports)
  await perThousand('keys_and_opened_values', () =>
    sealer.open(sealed.map(({ userId: personId, sealed }) => ({ personId, sealed }))),
  )
  await perThousand('credentials', async () => {
    for (const { userId } of residents) await vault.credentials(userId)
  })
  await Promise.all([reads.close(), vault.close()])
  await store.close()
  return figures
}

export default () =>
  inFolder(async (folder) => {
    const { residents, bytes } = await makeCity(folder)
    // Of the first the code is compiled, and what the city left is let go of.
    await ofStart(folder, residents)
    const figures = await ofStart(folder, residents)
    return { ...figures, reports_of_a_running_city: `${kb(bytes / thousands)} kB a thousand residents` }
  })
