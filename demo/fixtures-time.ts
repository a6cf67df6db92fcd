/** Test clock that jumps from event to event and runs the jobs of policies in between. */
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { hasKnownType, LOG_START } from '#platform/event-store/event-store.ts'
import { openWorkerThreadPool } from '#platform/worker-threads/pool.ts'
import { createPolicies } from '#workers/app.ts'
import { jobKinds } from '#workers/jobs.ts'
import type { JobKind } from '#workers/runner/job.ts'
import type { TestInstallation } from './fixtures.ts'
import type { SleepFunction } from './live.ts'

export interface FakeTime {
  clock: () => Date
  /** Sleep function that the simulation uses together with the clock. */
  sleep: SleepFunction
  /** Resolves when the simulation sleeps until its next event. */
  asleep(): Promise<unknown>
  /** Wake-up time in epoch ms; infinite while stopped. */
  wakesAt(): number
  /**
   * Sets the time and wakes the simulation if its next event is due.
   * Resolves once the simulation waits for the event after it.
   */
  leap(to: number): Promise<void>
}

export function createFakeTime(start: Date): FakeTime {
  let now = start.getTime()
  let sleeper: { at: number; wake: () => void } | undefined
  let sleeps = Promise.withResolvers<void>()
  return {
    clock: () => new Date(now),
    sleep: (ms, _, { signal }) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake)
          sleeper = undefined
          sleeps = Promise.withResolvers<void>()
          resolve()
        }
        if (signal.aborted) return resolve()
        sleeper = { at: now + Math.ceil(ms), wake }
        signal.addEventListener('abort', wake)
        sleeps.resolve()
      }),
    asleep: () => sleeps.promise,
    wakesAt: () => sleeper?.at ?? Number.POSITIVE_INFINITY,
    async leap(to) {
      now = Math.max(now, to)
      if (!sleeper || sleeper.at > now) return
      sleeper.wake()
      await sleeps.promise
    },
  }
}

export interface FakeTimeJobs {
  /** Runs all jobs that are due, until none is left. */
  settle(): Promise<void>
  /** Due time of the next job, in epoch ms. */
  nextAt(): number
}

/**
 * Runs policies and jobs at the times of `clock`.
 * A refused job is retried when the log grows.
 */
export function createFakeTimeJobs({ kernel, caughtUp }: TestInstallation): FakeTimeJobs {
  const { store, clock } = kernel
  const work = { ...kernel, pool: openWorkerThreadPool(), send: createInternalCommands(kernel) }
  const policies = Object.values(createPolicies(clock))
  const done = new Set<string>()
  let position = LOG_START
  let nextAt = Number.POSITIVE_INFINITY

  async function settleOnce(): Promise<boolean> {
    const events = await store.readAll(position, 100_000)
    for (const event of events.filter(hasKnownType)) for (const policy of policies) policy.evolve(event, event.at)
    position = events.at(-1)?.position ?? position
    await caughtUp()
    nextAt = Number.POSITIVE_INFINITY
    let worked = false
    for (const job of policies.flatMap((policy) => policy.outstanding())) {
      if (done.has(job.id)) continue
      const at = job.notBefore ? Date.parse(job.notBefore) : 0
      if (at > clock().getTime()) nextAt = Math.min(nextAt, at)
      else {
        done.add(job.id)
        const { run }: JobKind = jobKinds[job.job]
        await run(job.data, `job/${job.id}`, work)
        worked = true
      }
    }
    return worked
  }

  return {
    async settle() {
      if ((await store.head()) === position && clock().getTime() < nextAt) return
      while (await settleOnce());
    },
    nextAt: () => nextAt,
  }
}
