/** Tests that a query about a past moment returns the same as a log that ends at that moment. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COMPARED_LISTS, type ComparedListName } from '#contract/audit/comparison.ts'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { tableNameOf } from '#contract/tables.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { referenceOf } from '#domain/reference.ts'
import { toPosition } from '#platform/event-store/event-store.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { type Rows, rowsOf, type Snapshot } from '#platform/read-store/rows.ts'
import { openTimeTravelFile } from '#platform/time-travel/time-travel-file.ts'
import { createReadHandlers, projectionViews } from '#projections/app.ts'
import { presentSnapshotOf } from '#projections/queries/dependencies.ts'
import { openProjectionsFixture } from '#projections/queries/fixtures.ts'
import { applyEventBatch } from '#projections/runner/apply.ts'
import { applyEventsToViews, createRowsAt } from '#projections/time-travel/apply-events.ts'
import { COMPARED_QUERIES, compareMoments } from '#projections/time-travel/compare.ts'
import { INDEXED_FIELDS } from '#projections/time-travel/indexed-fields.ts'
import { cacheRowQueries } from '#projections/time-travel/shared-rows.ts'
import { type GeneratorName, generators } from './random-events/generators.ts'
import { VIEW_READER_IDS, zoneOf } from './random-events/ingredients.ts'

/** Required query parameters, by endpoint. */
const ASKED: Partial<Record<EndpointName, object>> = {
  inclusion: { position: 1 },
  consistency: { from: 1 },
  changes: { position: 1 },
  lookUpReference: { reference: referenceOf('report', 'r0') },
  comparison: { board: 'reports', one: '0', other: '1' },
  olderNotifications: { before: Number.MAX_SAFE_INTEGER, beforeId: 'x' },
}
/**
 * Ids that the test puts into paths.
 * Each id exists only for some kinds of objects.
 */
const NAMED = ['u1', 'W0', 'W1', 'nothing']

type City = Awaited<ReturnType<typeof openProjectionsFixture>>
type AnyRead = (call: object, snapshot: Snapshot) => Promise<object>

/** Period for reads that require one. */
const PERIOD = { from: '2026-03-01', to: '2026-03-31' }

/** Yields calls by every permitted role with every combination of parameters. */
function* callsOf(name: EndpointName): Generator<object> {
  const { roles, params, query }: Endpoint = endpoints[name]
  const may = (role: Role) => roles === 'public' || roles === 'any' || roles.includes(role)
  for (const role of ROLES.filter(may))
    for (const id of params ? NAMED : ['']) {
      const principal = { userId: VIEW_READER_IDS[role], role, zone: role === 'resident' ? zoneOf(0) : undefined }
      yield {
        principal,
        params: { id },
        query: query?.safeParse(ASKED[name] ?? {}).data ?? query?.parse(PERIOD) ?? {},
        isLocal: false,
        hasLeft: () => false,
      }
    }
}

/** Reads a streamed file to its end. */
async function whole(answer: object): Promise<object> {
  if (!('content' in answer)) return answer
  const pieces: string[] = []
  for await (const piece of answer.content as AsyncIterable<string>) pieces.push(piece)
  return { ...answer, content: pieces.join('') }
}

/** Returns the answers of all read endpoints to all test calls. */
async function answersOf(city: City, snapshot: Snapshot): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const [name, read] of Object.entries(createReadHandlers(city.reading)))
    for (const call of callsOf(name as EndpointName))
      answers.set(`${name} ${JSON.stringify(call)}`, await whole(await (read as unknown as AnyRead)(call, snapshot)))
  return answers
}

/** Returns the rows computed by applying all events up to the snapshot's position. */
async function foldedTo(city: City, { now, position }: Snapshot): Promise<Snapshot> {
  const reads = openMemoryReadStore()
  const events = city.log().filter((event) => event.position <= position)
  for (const view of projectionViews) await applyEventBatch(reads, tableNameOf(view.name), view, events)
  // A table without a checkpoint counts as not yet built.
  await reads.setCheckpoints(new Map(projectionViews.map(({ name }) => [tableNameOf(name), toPosition(position)])))
  return { rows: rowsOf(reads, tableNameOf), now, position }
}

async function everyRow(rows: Rows): Promise<Map<string, readonly object[]>> {
  const all = projectionViews.map(async ({ name }) => [name, await rows.find(name)] as const)
  return new Map(await Promise.all(all))
}

const withoutPosition = ({ position: _, ...row }: Row) => row

/** Compares the rows of one list at two moments. */
async function lookedAt({ view, list }: (typeof COMPARED_QUERIES)[ComparedListName], from: Rows, to: Rows) {
  const rowsIn = async (rows: Rows) =>
    new Map((await rows.find<Row>(view, { filter: list.filter })).map((row) => [row.id, row]))
  const [then, later] = [await rowsIn(from), await rowsIn(to)]
  const kindOf = (id: string) => {
    const [before, after] = [then.get(id), later.get(id)]
    if (!before || !after) return before ? 'gone' : 'added'
    return isDeepStrictEqual(withoutPosition(before), withoutPosition(after)) ? undefined : 'changed'
  }
  const ids = [...new Set([...then.keys(), ...later.keys()])].filter(kindOf)
  return ids.map((id) => `${kindOf(id)} ${id}`).sort()
}

const HOUR_MS = 60 * 60_000
const step = fc.record({
  happens: fc.constantFrom(...(Object.keys(generators) as GeneratorName[])),
  n: fc.nat(5),
  m: fc.nat(5),
  passes: fc.constantFrom(0, 1, HOUR_MS, 25 * HOUR_MS),
})

it('answers out of any moment of any history what it answered at that moment', async () => {
  let compared = 0
  const history = fc.asyncProperty(
    fc.array(step, { minLength: 20, maxLength: 40 }),
    fc.nat(),
    async (steps, chance) => {
      let now = Date.parse('2026-03-04T12:00:00.000Z')
      const city = await openProjectionsFixture(() => new Date(now))
      const { sealer } = city.reading
      const remembered: { moment: Snapshot; answers: Map<string, unknown>; rows: Map<string, readonly object[]> }[] = []
      const folder = mkdtempSync(path.join(tmpdir(), 'past-'))
      const past = openTimeTravelFile(path.join(folder, 'past.db'), INDEXED_FIELDS)
      const kept = async () => {
        const { upTo } = past.reach()
        await applyEventsToViews(
          past,
          projectionViews,
          city.log().filter(({ position }) => position > upTo),
        )
      }
      try {
        for (const [role, userId] of Object.entries(VIEW_READER_IDS))
          await city.happened(await city.registered(userId, { role: role as Role, zone: zoneOf(0) }))
        for (const [index, { happens, n, m, passes }] of steps.entries()) {
          now += passes
          await city.happened(await generators[happens](n, m, { at: new Date(now).toISOString(), sealer }))
          if ((index + chance) % 5 === 0) await kept()
          if ((index + chance) % 7 !== 0) continue
          const moment = presentSnapshotOf(city.reading)
          remembered.push({ moment, answers: await answersOf(city, moment), rows: await everyRow(moment.rows) })
        }
        await kept()
        for (const [index, { moment }] of remembered.entries())
          for (const board of COMPARED_LISTS) {
            const from = remembered[(index + chance) % (index + 1)]?.moment ?? moment
            const rowsOf = ({ position }: Snapshot) => createRowsAt(past, position)
            const all = { board, from, to: moment, page: 1, size: 1_000, nameOf: () => 'Somebody' }
            const { differences } = compareMoments(past, all)
            expect(differences.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(
              await lookedAt(COMPARED_QUERIES[board], rowsOf(from), rowsOf(moment)),
            )
            for (const { events } of differences) expect(events.length).toBeGreaterThan(0)
          }
        for (const { moment, answers, rows } of remembered) {
          const asKept = { ...moment, rows: cacheRowQueries(createRowsAt(past, moment.position)) }
          expect(await everyRow(asKept.rows)).toEqual(rows)
          expect(await answersOf(city, asKept)).toEqual(answers)
          expect(await answersOf(city, await foldedTo(city, moment))).toEqual(answers)
          compared += answers.size
        }
      } finally {
        past.close()
        rmSync(folder, { recursive: true })
        await city.close()
      }
    },
  )
  await fc.assert(history, { seed: 7, numRuns: 10, endOnFailure: true })
  expect(compared).toBeGreaterThan(1_000)
})
