/** Runs one bench by name and prints its figures, the last line as one JSON object: `npm run bench -- NAME`. */
import { machine } from './measure.ts'

const benches: Record<string, () => Promise<{ default: () => Promise<object> }>> = {
  'click-to-screen': () => import('./click-to-screen.ts'),
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
  inference: () => import('./inference.ts'),
  'bad-neighbour': () => import('./bad-neighbour.ts'),
}

const name = process.argv[2] ?? ''
const bench = await benches[name]?.()
if (!bench) {
  console.error(`There are these benches: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}
const before = machine()
console.log(`${name}, on ${before.cores} cores of ${before.cpu} at a load of ${before.load}`)
const figures = await bench.default()
for (const [what, figure] of Object.entries(figures)) console.log(`  ${what.padEnd(32)} ${figure}`)
console.log(JSON.stringify({ name, ...figures, load_before: before.load, load_after: machine().load }))
process.exit(0)
