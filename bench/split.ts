/** split: commands per second, and what each costs our own processes, with one of each process over the wire doubles and Redis. */
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '#platform/testing/programs.ts'
import { startCity } from '../e2e/split-processes-city.ts'
import { PASSWORD } from '../e2e/split-processes-programs.ts'
import { round } from './measure.ts'
import { enter } from './torture/enter.ts'
import type { Resident } from './torture/resident.ts'

const WARM_MS = 4_000
const RUN_MS = 12_000
/** Afterwards rows and jobs catch up, which is part of the cost. */
const REST_MS = 3_000

export default async function bench() {
  const [redis, caddy] = [findProgram('redis-server'), findProgram('caddy')]
  if (!redis || !caddy) throw new Error('This bench needs redis-server and caddy.')
  const city = await startCity({ redis, caddy }, 1)
  try {
    const { residents } = await enter(city.origin, PASSWORD)
    const gate = { url: async () => city.origin, open: () => false }

    async function run(acting: Resident[], ms: number) {
      const done = () => acting.reduce((sum, resident) => sum + resident.acknowledged.length, 0)
      const [before, cpuBefore, began] = [done(), city.cpuMs(), performance.now()]
      await Promise.all(acting.map((resident) => resident.act(gate, () => performance.now() - began < ms)))
      const seconds = (performance.now() - began) / 1000
      await pause(REST_MS)
      const commands = done() - before
      const each = Object.entries(city.cpuMs()).map(
        ([name, ms]) => [name, (ms - (cpuBefore[name] ?? 0)) / commands] as const,
      )
      return { per_s: round(commands / seconds, 1), each, cpu_ms: round(each.reduce((sum, [, ms]) => sum + ms, 0)) }
    }
    const shares = (of: string, each: readonly (readonly [string, number])[]) =>
      Object.fromEntries(each.map(([name, ms]) => [`${of}_cpu_ms_of_${name}`, round(ms)]))

    await run(residents, WARM_MS)
    const few = await run(residents.slice(0, 2), RUN_MS)
    const many = await run(residents, RUN_MS)
    return {
      two_residents_per_s: few.per_s,
      two_residents_cpu_ms_per_command: few.cpu_ms,
      ...shares('two_residents', few.each),
      all_residents: residents.length,
      all_residents_per_s: many.per_s,
      all_residents_cpu_ms_per_command: many.cpu_ms,
      ...shares('all_residents', many.each),
    }
  } finally {
    await city.clear()
  }
}
