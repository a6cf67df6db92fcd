/** The workers, put together: policies follow the log and queue jobs; the jobs' handlers send commands with derived ids. */
import { codeOf } from '#platform/code-of.ts'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { lookThrough } from '#platform/event-store/look-through.ts'
import type { JobHandler, Jobs } from '#platform/jobs/jobs.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { traced } from '#platform/tracing/tracing.ts'
import type { Trouble } from '#platform/troubles.ts'
import { createConfirmationPolicy } from './accounts/confirmation-policy.ts'
import { createErasurePolicy } from './accounts/erasure-policy.ts'
import { createAnalysisPolicy } from './analyses/analysis-policy.ts'
import { createRefitPolicy } from './analyses/refit-policy.ts'
import { createCheckpointPolicy } from './audit/checkpoint-policy.ts'
import { createFindingsPolicy } from './audit/findings/findings-policy.ts'
import { createAcceptedPlanPolicy } from './collections/accepted-plan-policy.ts'
import { createAutomaticDispatchPolicy } from './collections/automatic-dispatch-policy.ts'
import { createBurstPolicy } from './collections/burst-policy.ts'
import { createDispatchPolicy } from './collections/dispatch-policy.ts'
import { createResidentPolicy } from './collections/resident-policy.ts'
import { createSchedulePolicy } from './collections/schedule-policy.ts'
import { createForecastPolicy } from './forecasts/forecast-policy.ts'
import { jobKinds } from './jobs.ts'
import { createCompositionPolicy } from './notifications/composition-policy.ts'
import { createDeliveryPolicy } from './notifications/delivery-policy.ts'
import { createDigestPolicy } from './notifications/digest-policy.ts'
import { createForecastNewsPolicy } from './notifications/forecast-news-policy.ts'
import { createMailPolicy } from './notifications/mail-policy.ts'
import { createPushPolicy } from './notifications/push-policy.ts'
import { createReopenedPolicy } from './notifications/reopened-policy.ts'
import { createThresholdPolicy } from './notifications/threshold-policy.ts'
import { createTruckPolicy } from './notifications/truck-policy.ts'
import { followLog } from './runner/follow-log.ts'
import type { JobKind, Work } from './runner/job.ts'
import { type Keep, unkept, within } from './runner/keep.ts'
import { keepInRows } from './runner/kept-parts.ts'
import type { Policy } from './runner/policy.ts'
import { queueOutstanding } from './runner/queue-outstanding.ts'
import { type JobsWatch, lookInto, watchJobs } from './runner/watch-jobs.ts'
import { createConfigurationPolicy } from './sites/configuration-policy.ts'
import { createResidentsMovePolicy } from './zones/residents-move-policy.ts'

/** Some of them look at photos for seconds: what people are to be told does not wait for those. */
const JOBS_AT_ONCE = 8
/** What policies are made of. */
const CODE = ['workers', 'contract', 'rules', 'platform/event-store']
/** How often the queue is looked at, in ms. */
const LOOK_MS = 10_000

export interface Workers {
  /** Settles, as `followLog` has it, when what the log has more than was kept was read; rejects when the log is damaged. */
  ready: Promise<Position>
  /** Rejects when an event turns out to be damaged that policies have no need to read again; settles when all were looked at. */
  sound: Promise<void>
  /** What is wrong: with events, with jobs, with the log or the queue that does not answer. */
  troubles(): Trouble[]
  policies: ReturnType<typeof followLog>['policies']
  stop(): Promise<void>
}

/** Every policy by its name, with what `keep` has of it, at the beginning of the log otherwise. `clock` tells what is news. */
export function createPolicies(clock: () => Date, keep: Keep = unkept) {
  const of = (policy: string) => within(keep, policy)
  return {
    dispatches: createDispatchPolicy(of('dispatches')),
    'accepted plans': createAcceptedPlanPolicy(of('accepted plans')),
    thresholds: createThresholdPolicy(of('thresholds')),
    erasures: createErasurePolicy(of('erasures')),
    schedules: createSchedulePolicy(of('schedules')),
    residents: createResidentPolicy(clock, of('residents')),
    'automatic dispatch': createAutomaticDispatchPolicy(of('automatic dispatch')),
    configuration: createConfigurationPolicy(of('configuration')),
    compositions: createCompositionPolicy(clock, of('compositions')),
    deliveries: createDeliveryPolicy(clock, of('deliveries')),
    trucks: createTruckPolicy(clock, of('trucks')),
    'reopened reports': createReopenedPolicy(clock, of('reopened reports')),
    digests: createDigestPolicy(clock, of('digests')),
    forecasts: createForecastPolicy(clock, of('forecasts')),
    'forecast news': createForecastNewsPolicy(clock, of('forecast news')),
    mails: createMailPolicy(clock, of('mails')),
    pushes: createPushPolicy(clock, of('pushes')),
    bursts: createBurstPolicy(of('bursts')),
    confirmations: createConfirmationPolicy(of('confirmations')),
    'moves of residents': createResidentsMovePolicy(of('moves of residents')),
    analyses: createAnalysisPolicy(of('analyses')),
    checkpoints: createCheckpointPolicy(clock, of('checkpoints')),
    findings: createFindingsPolicy(of('findings')),
    refits: createRefitPolicy(of('refits')),
  } satisfies Record<string, Policy>
}

interface Parts extends Omit<Work, 'clock'> {
  store: EventStore
  /** Where what policies know is kept. */
  reads: ReadStore
  jobs: Jobs
  clock?: () => Date
  /** How often the queue is offered again what is outstanding, in ms. */
  againMs?: number
}

/** Starts policies and handlers. What is outstanding is derived from the log, so no job depends on a queue's memory. */
export function startWorkers({ store, reads, jobs, log, clock = () => new Date(), againMs, ...work }: Parts): Workers {
  const watch = watchJobs()
  jobs.work(handlersOf({ ...work, log, clock }, watch), { concurrency: JOBS_AT_ONCE })
  const looking = setInterval(lookInto(jobs, watch), LOOK_MS)
  const queue = queueOutstanding({ jobs, log, clock, againMs })
  const kept = keepInRows({ reads, store, log, code: codeOf(CODE) })
  const policies = (keep: Keep) => createPolicies(clock, keep)
  const following = followLog({ store, queue, log, clock, kept, policies })
  const stopping = new AbortController()
  const { signal } = stopping
  const sound = following.ready.then((from) => lookThrough(store, { upTo: from, signal }))
  // Whoever waits for it hears of a damaged log; nobody has to.
  sound.catch(() => {})

  return {
    ready: following.ready,
    sound,
    policies: following.policies,
    troubles: () => [...following.troubles(), ...watch.troubles()],
    async stop() {
      stopping.abort()
      clearInterval(looking)
      queue.stop()
      await following.stop()
      await jobs.close()
    },
  }
}

/** A handler for each kind of job, watched. */
function handlersOf(work: Work, watch: JobsWatch): Record<string, JobHandler> {
  const handler =
    (kind: JobKind): JobHandler =>
    async ({ id, data }) => {
      const parsed = kind.data.safeParse(data)
      // Left by an earlier version in a lasting queue. The log asks for it in today's shape, under an id of its own.
      if (parsed.success) await kind.run(parsed.data, `job/${id}`, work)
      else work.log.warn({ id, err: parsed.error }, 'a job of another version was dropped')
    }
  return Object.fromEntries(
    Object.entries<JobKind>(jobKinds).map(([name, kind]) => {
      const run = handler(kind)
      const inSpan: JobHandler = (job) =>
        traced(`job ${name}`, { 'wastesense.command_id': `job/${job.id}` }, () => run(job))
      return [name, watch.watched(inSpan, kind.longMs)]
    }),
  )
}
