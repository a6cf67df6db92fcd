/** What reads cost at the server: each is asked some times over the same rows, and its answer made into text. */
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Endpoint, type EndpointName, endpoints, type FileAnswer } from '#contract/endpoints.ts'
import type { Reads } from '#platform/http/api.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { layoutOf } from '#projections/reading/kept.ts'
import { quiet } from './arrange.ts'
import { percentile, round } from './measure.ts'

/** A read store in a file of this folder, as installations keep rows; as if of a log that is as it was. */
export function openRows(folder: string): Promise<ReadStore> {
  const marks = { now: async () => 'the same', holds: async () => true }
  return openSqliteReadStore(path.join(folder, 'views.db'), { layoutOf, marks, log: quiet })
}

/** By the figure's name: the endpoint, its query, and how often it is asked. */
export type TimedCalls = Record<string, [EndpointName, object, number?]>

const TIMES = 40

/** Milliseconds of each. `caller` is what every call has besides its query, such as the parameters of its address. */
export async function timeReads(reads: Reads, calls: TimedCalls, snapshot: Snapshot, caller: object) {
  const figures: Record<string, string> = {}
  for (const [name, [endpoint, query, times = TIMES]] of Object.entries(calls)) {
    const read = reads[endpoint] as unknown as (call: object, snapshot: object) => Promise<object>
    const { query: shape }: Endpoint = endpoints[endpoint]
    const call = { ...caller, query: shape?.parse(query) }
    const took: number[] = []
    let [first, worked] = [0, 0]
    for (let n = 0; n < times; n += 1) {
      const [began, before] = [performance.now(), process.threadCpuUsage()]
      const answer = await read(call, snapshot)
      if ('content' in answer) await text((answer as FileAnswer).content as never)
      else JSON.stringify(answer)
      took.push(performance.now() - began)
      const { user, system } = process.threadCpuUsage(before)
      if (n === 0) first = (user + system) / 1_000
      else worked += (user + system) / 1_000
    }
    // Beside other work on the machine only the thread's own time says what a call costs; it is counted in ticks.
    const mean = worked / (times - 1)
    figures[`${name}_ms`] =
      `p50 ${percentile(took, 0.5)}, p99 ${percentile(took.slice(1), 0.99)}, first ${round(took[0] ?? 0)}; of the thread ${round(mean)}, first ${round(first)}`
  }
  return figures
}
