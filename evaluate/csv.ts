/** Reads the weights that an evaluation is to run on: a CSV with the columns date, district, tonnes and, if given, material. */
import { dayOf } from '#ml/forecaster/days.ts'
import type { Weight } from '#ml/forecaster/series.ts'
import { readGiven, Unusable } from './unusable.ts'

const WANTED = ['date', 'district', 'tonnes']

/** A line's cells; a cell in double quotes may hold commas, and a quote that is doubled. */
function cellsOf(line: string): string[] {
  const cells = line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^,]*)(?=,|$)/g) ?? []
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
}

/** The weights of each district, in the order in which the districts first come. */
export function weightsOf(text: string): Map<string, Weight[]> {
  const [head = '', ...lines] = text.split(/\r?\n/)
  const columns = cellsOf(head).map((name) => name.toLowerCase())
  const missing = WANTED.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new Unusable(
      `The first line must name the columns date,district,tonnes[,material]; missing: ${missing.join(', ')}.`,
    )
  const [date = 0, district = 0, tonnes = 0, material = -1] = [...WANTED, 'material'].map((name) =>
    columns.indexOf(name),
  )
  const districts = new Map<string, Weight[]>()
  lines.forEach((line, index) => {
    if (line.trim() === '') return
    const cells = cellsOf(line)
    const weight = {
      date: cells[date] ?? '',
      tonnes: Number(cells[tonnes] || 'none'),
      material: cells[material] || undefined,
    }
    const fault = faultOf(weight, cells[district])
    if (fault) throw new Unusable(`Line ${index + 2}: ${fault}`)
    const name = cells[district] as string
    if (!districts.has(name)) districts.set(name, [])
    districts.get(name)?.push(weight)
  })
  if (districts.size === 0) throw new Unusable('The CSV has no line below its first; give it one line for each weight.')
  return districts
}

function faultOf({ date, tonnes }: Weight, district: string | undefined): string | undefined {
  if (dayOf(date) === undefined) return `'${date}' is no date; write it as 2026-02-28.`
  if (!district) return 'the district is missing.'
  if (Number.isNaN(tonnes)) return 'tonnes is no number; write it as 12.5.'
  return undefined
}

/** The weights of each district in a file. */
export async function readWeights(file: string): Promise<Map<string, Weight[]>> {
  return weightsOf(await readGiven(file, 'give the path of a CSV.'))
}
