/**
 * Prints the yearly and weekly pattern fitted to a CSV file of daily waste:
 * `node demo/simulator/fit-rhythm.ts --csv FILE [--area NAME] [--type MSW]`.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type DailyWasteAmount, fitWasteSeasonality } from './fit.ts'

const { values } = parseArgs({
  options: { csv: { type: 'string' }, area: { type: 'string' }, type: { type: 'string', default: 'MSW' } },
})
if (!values.csv) throw new Error('Name the file: --csv FILE, with the columns area, date, waste_type, net_weight_kg')

const [header = '', ...lines] = new TextDecoder('utf-8', { fatal: true })
  .decode(readFileSync(values.csv))
  .trim()
  .split(/\r?\n/)
const columns = header.split(',')
const totals = new Map<string, number>()
for (const line of lines) {
  const cells = line.split(',')
  const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
  if ((values.area && cell('area') !== values.area) || cell('waste_type') !== values.type) continue
  totals.set(cell('date'), (totals.get(cell('date')) ?? 0) + Number(cell('net_weight_kg')))
}
const series: DailyWasteAmount[] = [...totals].map(([date, amount]) => ({ date, amount }))
const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)
console.log(JSON.stringify(fitWasteSeasonality(series), rounded, 2))
