/** Kills the real server (-9) again and again under concurrent writes, and holds it to what it acknowledged. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SEED_PASSWORD, type ServerProcess, spawnServer } from './server.ts'
import { checkActive, checkLog, checkRows, readLog, type Verdict } from './torture/check.ts'
import { enter } from './torture/enter.ts'
import { tortureSplit } from './torture/split.ts'
import type { Gate } from './torture/until-answered.ts'
import { checkWeighings } from './torture/weigher.ts'

export interface Tortured {
  kills: number
  acked: number
  lost: number
  doubled: number
}

interface Options {
  kills: number
  /** A folder to keep; a temporary one when not given. */
  dataDir?: string
  /** Hears of the progress. */
  say?: (line: string) => void
}

/** A life of the server ends after a random number of acknowledgements, at most this many. */
const LIFE_ACKED = 80
/** Ends a hang. */
const LIFE_MS = 240_000
/** One start in this many is killed before it listens. */
const EARLY_IN = 8
const EARLY_WITHIN_MS = 900
/** The whole log is read after this many of the kills, evenly spread; the rows after each. */
const LOG_CHECKS = 25

/** Runs so many kills; rejects when the server refuses what it must accept. */
export async function torture({ kills, dataDir, say = () => {} }: Options): Promise<Tortured> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'wastesense-torture-'))
  let server: ServerProcess = await spawnServer(folder).ready
  try {
    const { residents, tokens, dispatcher, weighers } = await enter(server.url, SEED_PASSWORD)
    const found: Verdict = { lost: [], doubled: [] }
    const take = ({ lost, doubled }: Verdict) => {
      for (const report of lost) say(`lost: ${report}`)
      for (const report of doubled) say(`doubled: ${report}`)
      found.lost.push(...lost)
      found.doubled.push(...doubled)
    }

    let up = Promise.withResolvers<string>()
    up.resolve(server.url)
    let isUp = true
    let goesOn = true
    const gate: Gate = { url: () => up.promise, open: () => isUp }
    const acting = Promise.all([...residents, ...weighers].map((one) => one.act(gate, () => goesOn)))
    const stride = Math.ceil(kills / LOG_CHECKS)

    const acknowledged = () =>
      sum(residents.map((resident) => resident.acknowledged.length)) + sum(weighers.map((one) => one.acknowledged))
    const checkEvents = async () => {
      const events = await readLog(folder)
      take(checkLog(events, residents))
      take(checkWeighings(events, weighers))
    }

    /** Waits for a moment to kill at: in the midst of writes, however fast or slow the machine is. */
    const live = async () => {
      const until = performance.now() + LIFE_MS
      const enough = acknowledged() + 1 + Math.random() * LIFE_ACKED
      while (goesOn && acknowledged() < enough && performance.now() < until) await pause(1)
      await pause(Math.random() * 5)
    }

    const cycles = async () => {
      for (let kill = 1; kill <= kills && goesOn; kill++) {
        await live()
        up = Promise.withResolvers()
        isUp = false
        await server.kill()
        if (kill % stride === 0) await checkEvents()
        while (kill < kills && Math.random() * EARLY_IN < 1) {
          const early = spawnServer(folder)
          early.ready.catch(() => undefined)
          await pause(Math.random() * EARLY_WITHIN_MS)
          await early.kill()
          kill++
        }
        server = await spawnServer(folder).ready
        take(await checkActive(server.url, dispatcher, residents))
        isUp = true
        up.resolve(server.url)
        if (kill % 50 === 0) say(`${kill} kills, ${acknowledged()} acknowledged`)
      }
    }
    // Whatever fails first ends it: a resident who was refused, or a server that does not come back.
    const cycling = cycles()
    try {
      await Promise.race([cycling, acting])
    } finally {
      goesOn = false
      await Promise.allSettled([cycling])
    }
    await acting

    take(await checkActive(server.url, dispatcher, residents))
    take(await checkRows(server.url, tokens, residents))
    await server.kill()
    await checkEvents()
    say(`${sum(weighers.map((one) => one.acknowledged))} loads were weighed`)
    say(`${sum(residents.map((resident) => resident.repeated))} commands were repeated because their answer was lost`)
    return { kills, acked: acknowledged(), lost: new Set(found.lost).size, doubled: new Set(found.doubled).size }
  } finally {
    await server.kill()
    if (!dataDir) rmSync(folder, { recursive: true })
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

if (import.meta.main) {
  const options = { kills: { type: 'string', default: '25' }, split: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ options })
  const began = performance.now()
  const how = { kills: Number(values.kills), say: console.log }
  const result = await (values.split ? tortureSplit(how) : torture(how))
  console.log(`${Math.round((performance.now() - began) / result.kills)} ms a kill`)
  console.log(JSON.stringify(result))
  process.exitCode = result.lost + result.doubled > 0 ? 1 : 0
}
