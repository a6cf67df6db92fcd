/**
 * Assembles the workers.
 * Policies follow the log and queue jobs.
 * Jobs send commands with ids derived from the job ids.
 */

import type { Router } from 'express'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { PoliciesState } from '#contract/views.ts'
import { isInternalAuthorization } from '#platform/auth/authorization-header.ts'
import { computeCodeHash } from '#platform/code-hash.ts'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { verifyEvents } from '#platform/event-store/verify-events.ts'
import type { HealthProblem } from '#platform/health-checks.ts'
import { sendProblem } from '#platform/http/problems.ts'
import type { JobHandler, JobQueue } from '#platform/jobs/jobs.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { runInSpan } from '#platform/tracing/tracing.ts'
import { createConfirmationPolicy, createErasurePolicy } from './accounts/account-policies.ts'
import { createAnalysisPolicy, createHeadRefitPolicy } from './analyses/analysis-policies.ts'
import { createCheckpointPolicy } from './audit/checkpoint-policy.ts'
import { createFindingsPolicy } from './audit/findings/findings-policy.ts'
import { createForecastPolicy } from './forecasts/forecast-policy.ts'
import { jobKinds } from './jobs.ts'
import { createDigestPolicy } from './notifications/digest-policy.ts'
import { createMailPolicy, createPushPolicy } from './notifications/forwarding-policies.ts'
import {
  createCompositionNotificationPolicy,
  createForecastNewsPolicy,
  createReopenedReportPolicy,
} from './notifications/role-notifications.ts'
import { createThresholdPolicy } from './notifications/threshold-policy.ts'
import { createDeliveryPolicy, createTruckPolicy } from './notifications/truck-policies.ts'
import { createSmsPolicy } from './phone/sms-policy.ts'
import { followLog } from './runner/follow-log.ts'
import type { JobDependencies, JobKind } from './runner/job.ts'
import { openUnstoredState, type Policy, type PolicyStatePartOpener, prefixPolicyStateParts } from './runner/policy.ts'
import { createPolicyStateStore } from './runner/policy-state-parts.ts'
import { createOutstandingJobQueue } from './runner/queue-outstanding.ts'
import { createJobQueueCheck, createJobWatchdog, type JobWatchdog } from './runner/watch-jobs.ts'
import { createAcceptedPlanPolicy } from './schedules/accepted-plan-policy.ts'
import { createAutomaticDispatchPolicy } from './schedules/automatic-dispatch-policy.ts'
import { createBurstPolicy } from './schedules/burst-policy.ts'
import { createDispatchPolicy } from './schedules/dispatch-policy.ts'
import { createResidentNewsPolicy } from './schedules/resident-policy.ts'
import { createSchedulePolicy } from './schedules/schedule-policy.ts'
import { createConfigurationPolicy } from './sites/configuration-policy.ts'
import { createResidentsMovePolicy } from './zones/residents-move-policy.ts'

/**
 * Number of jobs at once.
 * Photo jobs take seconds, and notifications must not wait for them.
 */
const JOBS_AT_ONCE = 8
/**
 * Folders with policy code.
 * A change there discards the stored policy state.
 */
const POLICY_CODE_FOLDERS = ['workers', 'contract', 'domain', 'platform/event-store']
/** Interval in ms at which the queue is checked. */
const QUEUE_CHECK_INTERVAL_MS = 10_000

export interface Workers {
  /**
   * Resolves once the policies have applied all events since their stored state (see `followLog`).
   * Rejects if the log is damaged.
   */
  ready: Promise<Position>
  /**
   * Resolves once the events behind the stored state have been verified in the background.
   * Rejects at a damaged event, even if no policy must read it again.
   */
  sound: Promise<void>
  /** Returns present problems: quarantined events, failing jobs, unreachable log or queue. */
  troubles(): HealthProblem[]
  policies: ReturnType<typeof followLog>['policies']
  stop(): Promise<void>
}

/**
 * Creates all policies by name.
 * Their state is stored through `keep`, if given.
 * `clock` decides which notifications are recent enough to be sent.
 */
export function createPolicies(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState) {
  const of = (policy: string) => prefixPolicyStateParts(keep, policy)
  return {
    dispatches: createDispatchPolicy(clock, of('dispatches')),
    'accepted plans': createAcceptedPlanPolicy(of('accepted plans')),
    thresholds: createThresholdPolicy(of('thresholds')),
    erasures: createErasurePolicy(of('erasures')),
    schedules: createSchedulePolicy(of('schedules')),
    residents: createResidentNewsPolicy(clock, of('residents')),
    'automatic dispatch': createAutomaticDispatchPolicy(of('automatic dispatch')),
    configuration: createConfigurationPolicy(of('configuration')),
    compositions: createCompositionNotificationPolicy(clock, of('compositions')),
    deliveries: createDeliveryPolicy(clock, of('deliveries')),
    trucks: createTruckPolicy(clock, of('trucks')),
    'reopened reports': createReopenedReportPolicy(clock, of('reopened reports')),
    digests: createDigestPolicy(clock, of('digests')),
    forecasts: createForecastPolicy(clock, of('forecasts')),
    'forecast news': createForecastNewsPolicy(clock, of('forecast news')),
    mails: createMailPolicy(clock, of('mails')),
    pushes: createPushPolicy(clock, of('pushes')),
    'text messages': createSmsPolicy(clock, of('text messages')),
    bursts: createBurstPolicy(of('bursts')),
    confirmations: createConfirmationPolicy(of('confirmations')),
    'moves of residents': createResidentsMovePolicy(of('moves of residents')),
    analyses: createAnalysisPolicy(of('analyses')),
    checkpoints: createCheckpointPolicy(clock, of('checkpoints')),
    findings: createFindingsPolicy(of('findings')),
    refits: createHeadRefitPolicy(of('refits')),
  } satisfies Record<string, Policy>
}

interface WorkerOptions extends Omit<JobDependencies, 'clock'> {
  store: EventStore
  /** Store that contains the policies' state. */
  reads: ReadStore
  jobs: JobQueue
  clock?: () => Date
  /** Interval in ms for adding outstanding jobs to the queue again. */
  againMs?: number
}

/**
 * Starts the policies and the job handlers.
 * Outstanding jobs derive from the log, so none is lost with the queue.
 */
export function startWorkers({
  store,
  reads,
  jobs,
  log,
  clock = () => new Date(),
  againMs,
  ...work
}: WorkerOptions): Workers {
  const watch = createJobWatchdog()
  jobs.work(handlersOf({ ...work, log, clock }, watch), { concurrency: JOBS_AT_ONCE })
  const looking = setInterval(createJobQueueCheck(jobs, watch), QUEUE_CHECK_INTERVAL_MS)
  const queue = createOutstandingJobQueue({ jobs, log, clock, againMs })
  const kept = createPolicyStateStore({ reads, store, log, code: computeCodeHash(POLICY_CODE_FOLDERS) })
  const policies = (keep: PolicyStatePartOpener) => createPolicies(clock, keep)
  const following = followLog({ store, queue, log, clock, kept, policies })
  const stopping = new AbortController()
  const { signal } = stopping
  const sound = following.ready.then((from) => verifyEvents(store, { upTo: from, signal }))
  // Ignores errors of the promise `sound` here, because an unhandled error would end the process.
  // Callers that await `sound` still receive the error.
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

/** Returns each job kind's handler, watched, so that a hanging job is reported. */
function handlersOf(work: JobDependencies, watch: JobWatchdog): Record<string, JobHandler> {
  const handler =
    (kind: JobKind): JobHandler =>
    async ({ id, data }) => {
      const parsed = kind.data.safeParse(data)
      // Drops a job that an earlier version queued in another form.
      // The policies request it again in the present form, with another id.
      if (parsed.success) await kind.run(parsed.data, `job/${id}`, work)
      else work.log.warn({ id, err: parsed.error }, 'a job of another version was dropped')
    }
  return Object.fromEntries(
    Object.entries<JobKind>(jobKinds).map(([name, kind]) => {
      const run = handler(kind)
      const inSpan: JobHandler = (job) =>
        runInSpan(`job ${name}`, { 'wastesense.command_id': `job/${job.id}` }, () => run(job))
      return [name, watch.watched(inSpan, kind.longMs)]
    }),
  )
}

/** Returns how far the policies have read, and their quarantined events. */
export const policiesStateOf = ({ policies }: Pick<Workers, 'policies'>): PoliciesState => {
  const { reading, setAside } = policies()
  return { reading, setAside: setAside.map((entry) => ({ ...entry, position: String(entry.position) })) }
}

/** Mounts the endpoint for other processes to read the policies' quarantined events. */
export function mountPolicyState(router: Router, workers: Pick<Workers, 'policies'>, tokenSecret: string): void {
  router.get('/internal/policies', (request, response) => {
    if (!isInternalAuthorization(tokenSecret, request.get('Authorization')))
      return sendProblem(response, reject('unauthenticated', msg`Only WasteSense itself may call this.`))
    response.set('Cache-Control', 'no-store').json(policiesStateOf(workers))
  })
}
