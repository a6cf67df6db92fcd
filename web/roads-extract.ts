/**
 * Extracts the map's main roads from public transport routes (GTFS, shapes.txt).
 * Usage: `node web/roads-extract.ts FOLDER/shapes.txt > web/src/ui/map/roads.generated.json`.
 * Another city needs another file.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

type Place = [number, number]

/**
 * Minimum number of routes on a road that is drawn wide.
 * A transport line counts twice, once per direction.
 */
const BUSY = 8
/**
 * Number of decimals of a degree; four decimals are about 10 m.
 * TOLERANCE is the largest deviation of a simplified line, in degrees.
 */
const DECIMALS = 4
const TOLERANCE = 0.0001

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: node web/roads-extract.ts shapes.txt')

/**
 * Returns the points of each route in order.
 * Routes along the same road have identical points.
 */
async function readWays(): Promise<string[][]> {
  const ways = new Map<string, { at: number; place: string }[]>()
  let columns: string[] | undefined
  for await (const line of createInterface({ input: createReadStream(file as string) })) {
    const cells = line.trim().split(',')
    if (!columns) {
      columns = cells
      continue
    }
    const cell = (name: string) => cells[columns?.indexOf(name) ?? -1] ?? ''
    const way = ways.get(cell('shape_id')) ?? []
    ways.set(cell('shape_id'), way)
    way.push({
      at: Number(cell('shape_pt_sequence')),
      place: `${Number(cell('shape_pt_lon'))},${Number(cell('shape_pt_lat'))}`,
    })
  }
  return [...ways.values()].map((way) => way.sort((a, b) => a.at - b.at).map(({ place }) => place))
}

/**
 * Returns the road segments between neighbouring points.
 * Also returns for each segment whether many routes use it, in any direction.
 */
function countPieces(ways: readonly string[][]): Map<string, boolean> {
  const counts = new Map<string, number>()
  for (const way of ways)
    for (const piece of new Set(way.slice(1).map((to, index) => [way[index] as string, to].sort().join(' '))))
      counts.set(piece, (counts.get(piece) ?? 0) + 1)
  return new Map([...counts].map(([piece, count]) => [piece, count >= BUSY]))
}

/** Joins road segments into lines that run from one crossing to the next. */
function linesOf(pieces: readonly string[]): Place[][] {
  const around = new Map<string, Set<string>>()
  for (const piece of pieces) {
    const [a = '', b = ''] = piece.split(' ')
    if (a === b) continue
    around.set(a, (around.get(a) ?? new Set()).add(b))
    around.set(b, (around.get(b) ?? new Set()).add(a))
  }
  const lines: string[][] = []
  const walk = (from: string) => {
    for (let next = take(from, around); next !== undefined; next = take(from, around)) {
      const line = [from, next]
      while (around.get(line.at(-1) as string)?.size === 1) line.push(take(line.at(-1) as string, around) as string)
      lines.push(line)
    }
  }
  // Start road lines at crossings and dead ends first.
  // Only closed rings remain for the second loop.
  for (const [place, others] of [...around]) if (others.size !== 2) walk(place)
  for (const place of around.keys()) walk(place)
  return lines.map((line) => line.map((place) => place.split(',').map(Number) as Place))
}

/** Removes a road segment that starts at `from` and returns its other end. */
function take(from: string, around: Map<string, Set<string>>): string | undefined {
  const [to] = around.get(from) ?? []
  if (to === undefined) return undefined
  around.get(from)?.delete(to)
  around.get(to)?.delete(from)
  return to
}

/** Simplifies a line (Ramer, Douglas and Peucker) within the tolerance. */
function simplified(line: readonly Place[]): Place[] {
  const [first, last] = [line[0] as Place, line.at(-1) as Place]
  const [x, y] = [last[0] - first[0], last[1] - first[1]]
  const length = Math.hypot(x, y)
  const away = ([px, py]: Place) =>
    length === 0
      ? Math.hypot(px - first[0], py - first[1])
      : Math.abs(x * (py - first[1]) - y * (px - first[0])) / length
  let farthest = 0
  for (let index = 1; index < line.length - 1; index++)
    if (away(line[index] as Place) > away(line[farthest] as Place)) farthest = index
  if (farthest === 0 || away(line[farthest] as Place) <= TOLERANCE) return [first, last]
  return [...simplified(line.slice(0, farthest + 1)).slice(0, -1), ...simplified(line.slice(farthest))]
}

const rounded = (line: readonly Place[]) =>
  line
    .map((place) => place.map((degrees) => Number(degrees.toFixed(DECIMALS))) as Place)
    .filter(([x, y], index, all) => x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1])

const pieces = [...countPieces(await readWays())]
const drawn = (busy: boolean) =>
  linesOf(pieces.flatMap(([piece, isBusy]) => (isBusy === busy ? [piece] : [])))
    .map((line) => rounded(simplified(line)))
    .filter(({ length }) => length > 1)
console.log(JSON.stringify({ main: drawn(true), other: drawn(false) }))
