/** Runs one bench by name and prints its figures, the last line as one JSON object: `npm run bench -- NAME`;
 * `--zones 2,60,1000` compares cities of those sizes in turns. */
import { parseArgs } from 'node:util'
import { machine } from './measure.ts'
import { compareZones, type OpenCity } from './zones.ts'

const benches: Record<string, () => Promise<{ default: () => Promise<object>; city?: OpenCity }>> = {
  'click-to-screen': () => import('./click-to-screen.ts'),
  'click-path': () => import('./click-path.ts'),
  'city-to-screen': () => import('./city-to-screen.ts'),
  commands: () => import('./commands.ts'),
  rebuild: () => import('./rebuild.ts'),
  restart: () => import('./restart.ts'),
  alert: () => import('./alert.ts'),
  'fan-out': () => import('./fan-out.ts'),
  'mark-all': () => import('./mark-all.ts'),
  split: () => import('./split.ts'),
  plan: () => import('./plan.ts'),
  erasure: () => import('./erasure.ts'),
  'first-start': () => import('./first-start.ts'),
  'load-city': () => import('./load-city.ts'),
  'first-load': () => import('./first-load.ts'),
  'first-paint': () => import('./first-paint.ts'),
  uploads: () => import('./uploads.ts'),
  inference: () => import('./inference.ts'),
  analyses: () => import('./analyses.ts'),
  'bad-neighbour': () => import('./bad-neighbour.ts'),
  history: () => import('./history.ts'),
  reads: () => import('./reads.ts'),
  rows: () => import('./rows.ts'),
  forecast: () => import('./forecast.ts'),
  'audit-history': () => import('./audit-history.ts'),
  'time-travel': () => import('./time-travel.ts'),
  scrubbing: () => import('./scrubbing.ts'),
  scrolling: () => import('./scrolling.ts'),
  mixed: () => import('./mixed.ts'),
  beside: () => import('./beside.ts'),
}

const options = { zones: { type: 'string' } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const [name = ''] = positionals
const bench = await benches[name]?.()
if (!bench) {
  console.error(`There are these benches: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
const counts = values.zones?.split(',').map(Number)
if (counts && !bench.city) {
  console.error(`${name} does not compare cities by their zones; click-to-screen, commands and rebuild do.`)
  process.exit(1)
}
const before = machine()
console.log(`${name}, on ${before.cores} cores of ${before.cpu} at a load of ${before.load}`)
const figures = counts && bench.city ? await compareZones(bench.city, counts) : await bench.default()
for (const [what, figure] of Object.entries(figures)) console.log(`  ${what.padEnd(32)} ${figure}`)
console.log(JSON.stringify({ name, ...figures, load_before: before.load, load_after: machine().load }))
process.exit(0)
