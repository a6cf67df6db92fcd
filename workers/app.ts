/** The workers, put together: policies follow the log and queue jobs; the jobs' handlers send commands with derived ids. */
import type { Event } from '#contract/events.ts'
import type { SendSystemCommand, SystemCommand } from '#contract/system-commands.ts'
import { type EventStore, START } from '#platform/event-store/event-store.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import { createErasurePolicy } from './accounts/erasure-policy.ts'
import { createAutomaticDispatchPolicy } from './collections/automatic-dispatch-policy.ts'
import { createDispatchPolicy } from './collections/dispatch-policy.ts'
import { createResidentPolicy } from './collections/resident-policy.ts'
import { createSchedulePolicy } from './collections/schedule-policy.ts'
import { createCompositionPolicy } from './notifications/composition-policy.ts'
import { createDigestPolicy } from './notifications/digest-policy.ts'
import { createThresholdPolicy } from './notifications/threshold-policy.ts'
import { createTruckPolicy } from './notifications/truck-policy.ts'
import type { Policy } from './policy.ts'
import { JOB, queueOutstanding } from './queue-outstanding.ts'
import { createConfigurationPolicy } from './sites/configuration-policy.ts'

const RETRY_MS = 1_000

export interface Workers {
  /** Settles when the log was read once and everything outstanding is queued. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** Every policy, at the beginning of the log. `clock` tells what is news. */
export const createPolicies = (clock: () => Date): Policy[] => [
  createDispatchPolicy(),
  createThresholdPolicy(),
  createErasurePolicy(),
  createSchedulePolicy(),
  createResidentPolicy(clock),
  createAutomaticDispatchPolicy(),
  createConfigurationPolicy(),
  createCompositionPolicy(clock),
  createTruckPolicy(clock),
  createDigestPolicy(clock),
]

/** Starts policies and handlers. What is outstanding is derived from the log at start, so no job depends on a queue's memory. */
export function startWorkers(
  store: EventStore,
  jobs: Jobs,
  send: SendSystemCommand,
  log: Log,
  clock = () => new Date(),
  againMs?: number,
): Workers {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  const queue = queueOutstanding({ jobs, log, clock, againMs })

  jobs.work({
    [JOB]: async ({ id, data }) => send(`job/${id}`, data as SystemCommand),
  })

  async function follow(): Promise<void> {
    const policies = createPolicies(clock)
    for await (const { events, caughtUp } of store.follow(START, stopping.signal)) {
      for (const event of events) for (const policy of policies) policy.evolve(event as unknown as Event, event.at)
      if (!caughtUp) continue
      await queue.take(policies.flatMap((policy) => policy.outstanding()))
      ready.resolve()
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        log.error({ err: error }, 'the log or the queue did not answer; trying again')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  })()

  return {
    ready: ready.promise,
    async stop() {
      stopping.abort()
      queue.stop()
      await running
      await jobs.close()
    },
  }
}
