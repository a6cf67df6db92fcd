/**
 * Reads the weights for an evaluation from a CSV.
 * Its columns are date, district, tonnes and optionally material.
 */
import { parseEpochDay } from '#ml/forecaster/calendar.ts'
import { type DailyWeight, PLAUSIBLE_TONNES_LIMIT } from '#ml/forecaster/series.ts'
import { InputError, readInputFile } from './input.ts'

const REQUIRED_COLUMNS = ['date', 'district', 'tonnes']

/** Waste weights from a CSV file, and the rows that cannot be used. */
interface Weights {
  /** Daily weights by district, in order of first appearance. */
  districts: Map<string, DailyWeight[]>
  leftOut: RejectedRow[]
}

/** Omitted CSV row with the reason. */
export interface RejectedRow {
  line: number
  why: string
}

interface Row extends DailyWeight {
  line: number
  district: string
}

/**
 * Longest gap in days within a continuous series of daily weights.
 * Rows beyond a longer gap are too old, or their year is mistyped, such as 2203.
 */
const MAX_GAP_DAYS = 1_000

/** Splits a line; quoted cells may contain commas and doubled quotes. */
function cellsOf(line: string): string[] {
  const cells = line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^,]*)(?=,|$)/g) ?? []
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
}

/**
 * Parses daily weights from the text of a CSV file.
 * Leaves out implausible rows and lists them in the result.
 * Throws Unusable if a row cannot be read.
 */
export function parseWeightsCsv(text: string): Weights {
  const leftOut: RejectedRow[] = []
  const possible = rowsOf(text).filter((row) => {
    const why = amountFault(row.tonnes)
    if (why) leftOut.push({ line: row.line, why })
    return !why
  })
  const districts = new Map<string, DailyWeight[]>()
  for (const [district, rows] of Map.groupBy(possible, (row) => row.district)) {
    const { joined, apart } = splitLongestRun(rows)
    const why = (date: string) => `${date} is years apart from most days of ${district}.`
    leftOut.push(...apart.map(({ line, date }) => ({ line, why: why(date) })))
    const weights = joined.map(({ date, tonnes, material }) => ({ date, tonnes, ...(material && { material }) }))
    districts.set(district, weights)
  }
  return { districts, leftOut: leftOut.sort((a, b) => a.line - b.line) }
}

function rowsOf(text: string): Row[] {
  const [head = '', ...lines] = text.split(/\r?\n/)
  const columns = cellsOf(head).map((name) => name.toLowerCase())
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new InputError(
      `The first line must name the columns date,district,tonnes[,material]; missing: ${missing.join(', ')}.`,
    )
  const rows = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const cells = cellsOf(line)
    const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
    const row = {
      line: index + 2,
      date: cell('date'),
      district: cell('district'),
      tonnes: Number(cell('tonnes') || 'none'),
      material: cell('material'),
    }
    const fault = faultOf(row)
    if (fault) throw new InputError(`Line ${row.line}: ${fault}`)
    return [row]
  })
  if (rows.length === 0) throw new InputError('The CSV has no line below its header; give it one line for each weight.')
  return rows
}

function faultOf({ date, tonnes, district }: Row): string | undefined {
  if (parseEpochDay(date) === undefined) return `'${date}' is not a date; write it as 2026-02-28.`
  if (!district) return 'the district is missing.'
  if (Number.isNaN(tonnes)) return 'tonnes is not a number; write it as 12.5.'
  return undefined
}

function amountFault(tonnes: number): string | undefined {
  if (tonnes < 0) return `${tonnes} t is below zero.`
  if (tonnes > PLAUSIBLE_TONNES_LIMIT) return `${tonnes} t is more than any district collects in a day.`
  return undefined
}

/**
 * Returns the rows of the longest run, and all other rows.
 * Days with a gap of at most MAX_GAP_DAYS between them form a run.
 */
function splitLongestRun(rows: Row[]): { joined: Row[]; apart: Row[] } {
  const days = rows.map(({ date }) => parseEpochDay(date) as number)
  const inOrder = [...new Set(days)].sort((a, b) => a - b)
  const runs: { first: number; last: number; days: number }[] = []
  for (const day of inOrder) {
    const run = runs.at(-1)
    if (run && day - run.last <= MAX_GAP_DAYS) Object.assign(run, { last: day, days: run.days + 1 })
    else runs.push({ first: day, last: day, days: 1 })
  }
  const longest = runs.reduce((most, run) => (run.days >= most.days ? run : most), { first: 0, last: -1, days: 0 })
  const isJoined = (_: Row, index: number) => {
    const day = days[index] as number
    return day >= longest.first && day <= longest.last
  }
  return { joined: rows.filter(isJoined), apart: rows.filter((row, index) => !isJoined(row, index)) }
}

/** Returns the weights of a file, and its rejected rows. */
export async function readWeightsCsv(file: string): Promise<Weights> {
  return parseWeightsCsv(await readInputFile(file, 'give the path of a CSV.'))
}
