/** Tests that forecasts, statements and open data have equal amounts in any time zone. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#contract/endpoints.ts'
import { tableNameOf } from '#contract/tables.ts'
import { MATERIALS } from '#domain/city.ts'
import { addDays } from '#domain/city-time.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { createMaterialReadHandlers } from '#projections/materials/routes.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { arrivedLoad } from '#workers/forecasts/fixtures.ts'
import { readArrivalHistory } from '#workers/forecasts/history.ts'

const LAST = '2026-03-31'
const DAYS = 60
const MINUTES = DAYS * 24 * 60

const anyLoad = fc.record({
  minute: fc.nat(MINUTES - 1),
  zone: fc.constantFrom('Ablekuma North', 'Ayawaso West', 'Tema'),
  // With multiples of 100 kg, each material weighs a whole number of kilograms.
  // Statements round to kilograms, but forecasts do not.
  kg: fc.nat(200).map((hundreds) => hundreds * 100),
  estimated: fc.boolean(),
  composition: fc.option(fc.record({ plastic: fc.nat(60), organic: fc.nat(40) }), { nil: undefined }),
})

it('is one source', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyLoad, { maxLength: 40 }),
      fc.constantFrom('Africa/Accra', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'),
      async (loads, timeZone) => {
        const first = Date.parse(addDays(LAST, 1 - DAYS))
        const rows = loads.map(({ minute, zone, kg, estimated, composition }) => {
          const arrivedAt = new Date(first + minute * 60_000).toISOString()
          return arrivedLoad(LAST, kg / 1_000, { arrivedAt, zone, estimated, composition })
        })
        const reads = openMemoryReadStore()
        await fillTable(reads, 'deliveries', rows)
        await fillTable(reads, 'configuration', [{ id: 'configuration', position: 1, city: { timeZone } } as never])
        const snapshot = { rows: rowsOf(reads, tableNameOf), now: new Date(`${LAST}T12:00:00Z`), position: 1 }
        const query = { by: 'zone', from: addDays(LAST, -DAYS - 1), to: addDays(LAST, 2) }
        const answer = (await createMaterialReadHandlers().intake?.({ query } as never, snapshot)) as AnswerOf<'intake'>
        const { zones } = await readArrivalHistory(snapshot.rows, { timeZone, last: query.to })
        const told = [...zones].flatMap(([zone, days]) =>
          days.map(({ date, tonnes, estimated, materials }) =>
            lineOf(date, zone, [tonnes, estimated, ...MATERIALS.map((material) => materials[material] ?? 0)]),
          ),
        )
        const open = answer.days.map(({ date, zone, kg, estimated_kg, materials }) =>
          lineOf(
            date,
            zone,
            [kg, estimated_kg, ...MATERIALS.map((material) => materials[material])].map((of) => of / 1_000),
          ),
        )
        expect(told.sort()).toEqual(open.sort())
      },
    ),
    { numRuns: 40 },
  ))

/** Returns a line of forecast input, with tonnes rounded to three decimals (kilograms). */
const lineOf = (date: string, zone: string | undefined, tonnes: readonly number[]) =>
  [date, zone, ...tonnes.map((of) => of.toFixed(3))].join(' ')
