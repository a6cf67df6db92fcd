/**
 * crash-test: kills the server with SIGKILL under writes and restarts it.
 * It then compares log and rows with every acknowledged command.
 * The last line counts kills, acknowledged commands, and those lost or stored twice.
 * Any lost or doubled command ends the bench with exit code 1.
 * Load: 40 residents who report and are collected, and 3 recyclers who weigh loads.
 * Each sends as fast as answers come.
 * Kills: after a random number of acknowledged commands.
 * One start in eight is killed before the server listens.
 * `--kills N` sets the number of kills (25).
 * `--split` runs two of each process behind Caddy, on Redis and doubles of EventStoreDB and MongoDB.
 * It kills or suspends each in turn (./crash-test/split.ts).
 * Reproduce: `npm run bench -- crash-test --kills 150` on an idle machine.
 * It takes about two minutes.
 * Kill times are random.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CheckFaults,
  type CrashTestOptions,
  type CrashTestResult,
  checkLog,
  checkOpenReports,
  checkRows,
  readLog,
} from './crash-test/check.ts'
import { checkWeighings, createClients } from './crash-test/clients.ts'
import { crashTestSplit } from './crash-test/split.ts'
import type { ServerGate } from './crash-test/until-answered.ts'
import { logProgress, round } from './measure.ts'
import { SEED_PASSWORD, type ServerProcess, spawnServer } from './server.ts'

const DEFAULT_KILLS = 25
/**
 * Maximum number of acknowledged commands before a kill.
 * The actual number is random.
 */
const KILL_AFTER_ACKED = 80
/**
 * Time limit without progress, in ms.
 * Only a hanging run reaches it.
 */
const PROGRESS_TIMEOUT_MS = 240_000
/** One in this many server starts is killed before the server listens. */
const EARLY_KILL_IN = 8
const EARLY_KILL_WITHIN_MS = 900
/**
 * Maximum number of checks of the whole log in one crash-test run.
 * The database rows are checked after each kill of the server.
 */
const LOG_CHECKS = 25

/**
 * Runs a crash test on one embedded server.
 * Rejects when the server refuses a valid command.
 */
export async function crashTest({
  kills,
  residents: residentCount,
  say = () => {},
}: CrashTestOptions): Promise<CrashTestResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-crash-test-'))
  let server: ServerProcess = await spawnServer(folder).ready
  try {
    const { residents, tokens, dispatcher, weighers } = await createClients(server.url, SEED_PASSWORD, residentCount)
    const found: CheckFaults = { lost: [], doubled: [] }
    const add = ({ lost, doubled }: CheckFaults) => {
      for (const report of lost) say(`lost: ${report}`)
      for (const report of doubled) say(`stored twice: ${report}`)
      found.lost.push(...lost)
      found.doubled.push(...doubled)
    }

    let up = Promise.withResolvers<string>()
    up.resolve(server.url)
    let isUp = true
    let isRunning = true
    const gate: ServerGate = { url: () => up.promise, open: () => isUp }
    const writing = Promise.all([...residents, ...weighers].map((client) => client.run(gate, () => isRunning)))
    const stride = Math.ceil(kills / LOG_CHECKS)

    const acknowledged = () =>
      sum(residents.map((resident) => resident.acknowledged.length)) + sum(weighers.map((one) => one.acknowledged))
    const checkEvents = async () => {
      const events = await readLog(folder)
      add(checkLog(events, residents))
      add(checkWeighings(events, weighers))
    }

    /**
     * Waits for the random moment of the next kill.
     * Counts writes, so slow machines are also interrupted amid writes.
     */
    const untilKill = async () => {
      const deadline = performance.now() + PROGRESS_TIMEOUT_MS
      const enough = acknowledged() + 1 + Math.random() * KILL_AFTER_ACKED
      while (isRunning && acknowledged() < enough && performance.now() < deadline) await pause(1)
      await pause(Math.random() * 5)
    }

    const killRepeatedly = async () => {
      for (let kill = 1; kill <= kills && isRunning; kill++) {
        await untilKill()
        up = Promise.withResolvers()
        isUp = false
        await server.kill()
        if (kill % stride === 0) await checkEvents()
        while (kill < kills && Math.random() * EARLY_KILL_IN < 1) {
          const early = spawnServer(folder)
          early.ready.catch(() => undefined)
          await pause(Math.random() * EARLY_KILL_WITHIN_MS)
          await early.kill()
          kill++
        }
        server = await spawnServer(folder).ready
        add(await checkOpenReports(server.url, dispatcher, residents))
        isUp = true
        up.resolve(server.url)
        if (kill % 50 === 0) say(`${kill} kills, ${acknowledged()} acknowledged`)
      }
    }
    // A refused command or a failed restart ends the run.
    const killing = killRepeatedly()
    try {
      await Promise.race([killing, writing])
    } finally {
      isRunning = false
      await Promise.allSettled([killing])
    }
    await writing

    add(await checkOpenReports(server.url, dispatcher, residents))
    add(await checkRows(server.url, tokens, residents))
    await server.kill()
    await checkEvents()
    say(`${sum(weighers.map((one) => one.acknowledged))} loads weighed`)
    say(`${sum(residents.map((resident) => resident.repeated))} commands repeated after a lost answer`)
    return { kills, acked: acknowledged(), lost: new Set(found.lost).size, doubled: new Set(found.doubled).size }
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true })
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export default async function bench({ kills = DEFAULT_KILLS, split = false } = {}) {
  const began = performance.now()
  const result = await (split ? crashTestSplit : crashTest)({ kills, say: logProgress })
  if (result.lost + result.doubled > 0) process.exitCode = 1
  return { ...result, ms_per_kill: round((performance.now() - began) / kills, 0) }
}
