/**
 * Runs one bench: `npm run bench -- NAME`.
 * Prints its figures; the last line is one JSON object.
 * Each bench's header explains its figures, load and reproduction.
 */
import { parseArgs } from 'node:util'
import { machineFacts } from './measure.ts'
import { compareZoneCounts, type OpenBenchCity } from './zones.ts'

interface BenchModule {
  default(options: { kills?: number; minutes?: number; split: boolean }): Promise<object>
  city?: OpenBenchCity
}

const BENCHES: Record<string, { measures: string; load(): Promise<BenchModule> }> = {
  'click-to-screen': { measures: 'time from a report to 100 open boards', load: () => import('./click-to-screen.ts') },
  commands: { measures: 'durable commands per second', load: () => import('./commands.ts') },
  rebuild: { measures: 'all views rebuilt from a million events', load: () => import('./rebuild.ts') },
  restart: { measures: 'time and memory of a restart', load: () => import('./restart.ts') },
  'fan-out': { measures: 'rows delivered to 1,000 open boards', load: () => import('./fan-out.ts') },
  'time-travel': { measures: 'the board at random past moments', load: () => import('./time-travel.ts') },
  inference: { measures: 'the waste detector on one photo', load: () => import('./inference.ts') },
  'bad-neighbour': { measures: 'boards beside hostile clients', load: () => import('./bad-neighbour.ts') },
  beside: { measures: 'the same load on leaner servers', load: () => import('./beside.ts') },
  'first-load': { measures: 'the first visit on a slow phone', load: () => import('./first-load.ts') },
  'driver-sync': { measures: 'a shift that syncs on slow 3G', load: () => import('./driver-sync.ts') },
  reads: { measures: 'staff figures over 100,000 reports', load: () => import('./reads.ts') },
  analyses: { measures: 'boards while photos are analysed', load: () => import('./analyses.ts') },
  forecast: { measures: 'boards while forecasts are trained', load: () => import('./forecast.ts') },
  phone: { measures: 'USSD screens beside 100 boards', load: () => import('./phone.ts') },
  'phone-fuzz': { measures: 'fuzzed callbacks of gateways', load: () => import('./phone-fuzz.ts') },
  'crash-test': { measures: 'acknowledged commands after kill -9', load: () => import('./crash-test.ts') },
}

const { values, positionals } = parseArgs({
  options: {
    /** Command-line option with the cities to compare, by their numbers of zones: `--zones 2,60,1000`. */
    zones: { type: 'string' },
    /** Option of the bench crash-test: the number of kills. */
    kills: { type: 'string' },
    /** Option of the bench phone-fuzz: the duration in minutes. */
    minutes: { type: 'string' },
    split: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const [name = ''] = positionals
const entry = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
if (!entry) {
  const lines = Object.entries(BENCHES).map(([name, { measures }]) => `  ${name.padEnd(16)} ${measures}`)
  fail(`Usage: npm run bench -- NAME\n${lines.join('\n')}`)
}
const kills = values.kills === undefined ? undefined : Number(values.kills)
if (kills !== undefined && !(Number.isInteger(kills) && kills > 0)) fail('--kills must be a whole number above 0.')
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
if (minutes !== undefined && !(minutes > 0)) fail('--minutes must be above 0.')
const bench = await entry.load()
const counts = values.zones?.split(',').map(Number)
if (counts && !bench.city) fail(`${name} has no --zones; click-to-screen, commands and rebuild have it.`)

const before = machineFacts()
console.log(`${name}, on ${before.cores} cores of ${before.cpu} at a load of ${before.load}`)
const figures =
  counts && bench.city
    ? await compareZoneCounts(bench.city, counts)
    : await bench.default({ kills, minutes, split: values.split })
for (const [what, figure] of Object.entries(figures)) console.log(`  ${what.padEnd(32)} ${figure}`)
console.log(JSON.stringify({ name, ...figures, load_before: before.load, load_after: machineFacts().load }))
// Exit even if something still runs.
// The exit code is the one that a failed bench has set.
process.exit()
