/**
 * Cuts the map's land outline out of world-atlas 2.0.2 (`npm pack world-atlas@2.0.2`, unpacked).
 * Usage: `node web/land-extract.ts FOLDER/countries-10m.json > web/src/ui/map/land.generated.json`.
 * Change BOX for another region.
 */
import { readFileSync } from 'node:fs'

type Place = [number, number]

/**
 * The parts of the TopoJSON format that are used.
 * An arc is a list of steps on a grid.
 * An area lists its arcs; ~n means arc n in reverse.
 */
interface Atlas {
  transform: { scale: Place; translate: Place }
  arcs: Place[][]
  objects: { countries: { geometries: { arcs: unknown }[] } }
}

/**
 * Area that contains Ghana, in degrees.
 * The margin keeps its edge outside every city's map.
 */
const BOX = { west: -4.6, south: 3, east: 2.6, north: 12 }
/**
 * Decimals of coordinates in degrees.
 * Three decimals are about 100 m, finer than the source data.
 */
const DECIMALS = 3

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: node web/land-extract.ts countries-10m.json')
const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas

function placesOf(steps: readonly Place[]): Place[] {
  const [[scaleX, scaleY], [left, bottom]] = [atlas.transform.scale, atlas.transform.translate]
  let [x, y] = [0, 0]
  return steps.map(([right, up]) => {
    x += right
    y += up
    return [Number((x * scaleX + left).toFixed(DECIMALS)), Number((y * scaleY + bottom).toFixed(DECIMALS))]
  })
}

const isInside = ([x, y]: Place) => x >= BOX.west && x <= BOX.east && y >= BOX.south && y <= BOX.north

/** Returns the part of a line from its first to its last point inside the box. */
function cut(line: readonly Place[]): Place[] {
  const part = line.slice(line.findIndex(isInside), line.findLastIndex(isInside) + 1)
  return part.filter(([x, y], index) => x !== part[index - 1]?.[0] || y !== part[index - 1]?.[1])
}

/**
 * Number of countries that use each arc, and whether the last of them uses it in reverse.
 * An arc of two countries is a border.
 * An arc of one country is a coast.
 */
const uses = new Map<number, { count: number; isTurned: boolean }>()
for (const { arcs } of atlas.objects.countries.geometries)
  for (const arc of [arcs].flat(4) as number[]) {
    const isTurned = arc < 0
    const index = isTurned ? ~arc : arc
    uses.set(index, { count: (uses.get(index)?.count ?? 0) + 1, isTurned })
  }
const within = [...uses].flatMap(([arc, { count, isTurned }]) => {
  const line = placesOf(atlas.arcs[arc] ?? [])
  return line.some(isInside) ? [{ line: isTurned ? line.toReversed() : line, isCoast: count === 1 }] : []
})

/** Joins lines that have a common end point. */
function joined(lines: readonly Place[][]): Place[][] {
  const whole: Place[][] = []
  for (const line of lines) {
    const before = whole.find((other) => String(other.at(-1)) === String(line[0])) ?? []
    const after = whole.find((other) => String(other[0]) === String(line.at(-1))) ?? []
    for (const used of [before, after]) if (whole.includes(used)) whole.splice(whole.indexOf(used), 1)
    whole.push([...before, ...line, ...after])
  }
  return whole
}

const [coast, ...others] = joined(within.flatMap(({ line, isCoast }) => (isCoast ? [line] : []))).map(cut)
if (!coast || others.length > 0) throw new Error(`There is not one coast in the box, but ${others.length + 1} lines.`)
const borders = within.flatMap(({ line, isCoast }) => (isCoast ? [] : [cut(line)])).filter(({ length }) => length > 1)
const [from, to] = [coast[0] as Place, coast.at(-1) as Place]
const [first, last] = from[0] > to[0] ? [BOX.east, BOX.west] : [BOX.west, BOX.east]
const sea = [[first, from[1]], ...coast, [last, to[1]], [last, BOX.south], [first, BOX.south], [first, from[1]]]
console.log(JSON.stringify({ sea, coast, borders }))
