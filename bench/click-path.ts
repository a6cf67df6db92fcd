/** click-path: what a click costs the server's main thread on its way to 100 and to 500 boards, by the rooms that it passes. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openHere, registerMany, reportsOf } from './arrange.ts'
import { openBoards, startSender } from './load/start.ts'
import { inFolder, round, say } from './measure.ts'
import { spawnServer } from './server.ts'

const BOARDS = [100, 500]
const PER_SECOND = 50
const CLICKS = 1_000
/** Before those that are measured, at the same pace. */
const WARM = 200
const SETTLE_MS = 5_000
const INTERVAL_US = 100

/** A sample belongs to the innermost of these that is on its stack: what Node and libraries do belongs to who asked for it. */
const ROOMS: readonly (readonly [string, RegExp])[] = [
  ['socket', /node_modules\/(socket\.io|engine\.io|ws)/],
  ['frame', /projections\/feed\//],
  ['rows_file', /read-store\/(rows-file|sqlite)/],
  ['fold', /projections\/|platform\/read-store\/|contract\/tables/],
  ['policies', /workers\//],
  ['commit', /platform\/event-store\//],
  ['decide', /command-api\/|platform\/(sealing|vault|aes)/],
  ['door', /platform\/(http|auth|tracing|logging|writes)|node_modules\/(express|router|body-parser|zod|jose|raw-body)/],
]

interface Node {
  id: number
  callFrame: { functionName: string; url: string }
  children?: number[]
}

interface Profile {
  nodes: Node[]
  /** Microseconds of the machine's monotonic clock, as `process.hrtime` tells it. */
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

const nowUs = () => Number(process.hrtime.bigint() / 1_000n)

/** The room of each node of the profile: its own, or else that of who called it. */
function roomsOf({ nodes }: Profile): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rooms = new Map<number, string>()
  const enter = (node: Node, callers: string): void => {
    const { functionName, url } = node.callFrame
    const own = url ? ROOMS.find(([, files]) => files.test(url))?.[0] : undefined
    const room =
      functionName === '(garbage collector)' ? 'garbage' : functionName === '(idle)' ? 'idle' : (own ?? callers)
    rooms.set(node.id, room)
    for (const child of node.children ?? []) enter(byId.get(child) as Node, room)
  }
  if (nodes[0]) enter(nodes[0], 'loop')
  return rooms
}

/** Microseconds of each room between two moments. */
function timesOf(profile: Profile, from: number, until: number): Map<string, number> {
  const rooms = roomsOf(profile)
  const times = new Map<string, number>()
  let at = profile.startTime
  for (const [n, node] of profile.samples.entries()) {
    const took = profile.timeDeltas[n] ?? 0
    at += took
    const room = rooms.get(node) ?? 'loop'
    if (at >= from && at <= until) times.set(room, (times.get(room) ?? 0) + took)
  }
  return times
}

const readProfile = (file: string): Profile => JSON.parse(readFileSync(file, 'utf8'))

/** Of several threads' profiles that of the main one, which has by far the most nodes. */
function mainProfile(folder: string): Profile {
  const all = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
  const profiles = all.map((name) => readProfile(path.join(folder, name)))
  const [main] = profiles.toSorted((a, b) => b.nodes.length - a.nodes.length)
  if (!main) throw new Error('The server wrote no profile.')
  return main
}

function clickPath(boards: number): Promise<Record<string, number>> {
  return inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    const residents = await registerMany(kernel, 'resident', WARM + CLICKS)
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    await close()
    const profiles = path.join(folder, 'profiles')
    const options = `--cpu-prof --cpu-prof-interval=${INTERVAL_US} --cpu-prof-dir=${profiles}`
    const server = await spawnServer(folder, { NODE_OPTIONS: options }).ready
    const { url } = server
    const opened = await openBoards({ url, token: dispatcher?.token ?? '', rooms: ['active-reports'], boards })
    const sender = startSender()
    const calls = reportsOf(residents)
    const asked = { url, concurrent: 1, perSecond: PER_SECOND }
    await pause(SETTLE_MS)
    await sender.send({ ...asked, calls: calls.slice(0, WARM) })
    const from = nowUs()
    await sender.send({ ...asked, calls: calls.slice(WARM) })
    const until = nowUs()
    sender.close()
    await opened.close()
    await server.stop()
    const times = timesOf(mainProfile(profiles), from, until)
    const busy = [...times].filter(([room]) => room !== 'idle').sort(([, a], [, b]) => b - a)
    const all = busy.reduce((sum, [, us]) => sum + us, 0)
    return {
      [`${boards} us_a_click`]: round(all / CLICKS, 0),
      ...Object.fromEntries(busy.map(([room, us]) => [`${boards} ${room} %`, round((100 * us) / all, 1)])),
    }
  })
}

export default async function bench() {
  const figures: Record<string, number> = { clicks: CLICKS, per_second: PER_SECOND }
  for (const boards of BOARDS) {
    say(`${boards} boards`)
    Object.assign(figures, await clickPath(boards))
  }
  return figures
}
