/**
 * Applies each event of the log to all policies.
 * If an event fails in one policy, it is quarantined for this policy, and the others continue.
 */

import { formatNumber } from '#domain/number-format.ts'
import { hasKnownType, type LoggedEvent, type Position, StoreUnavailable } from '#platform/event-store/event-store.ts'
import type { HealthProblem } from '#platform/health-checks.ts'
import type { Log } from '#platform/logging.ts'
import { jobKinds } from '../jobs.ts'
import { type OutstandingJob, openUnstoredState, type Policy, type PolicyStatePartOpener } from './policy.ts'

export interface PolicyFold {
  setAside(): readonly QuarantinedItem[]
  /**
   * Applies an event to all policies.
   * The first event of each unknown type is quarantined for all.
   */
  take(event: LoggedEvent): void
  /**
   * Returns the outstanding jobs of all policies.
   * Validates only jobs whose ids are unknown according to `isKnown`.
   */
  outstanding(isKnown: (id: string) => boolean): OutstandingJob[]
  troubles(): HealthProblem[]
}

/** An event or job that failed in a policy and was put aside (quarantined). */
interface QuarantinedItem {
  policy: string
  position: Position
  /** Type of the failed event, or id of the invalid job. */
  what: string
  error: string
}

/**
 * Creates the reducer that applies events to all policies.
 * `keep` stores the failures of policies, so that they are still reported after a restart.
 */
export function createPolicyFold(
  policies: Readonly<Record<string, Policy>>,
  log: Log,
  keep: PolicyStatePartOpener = openUnstoredState,
): PolicyFold {
  const all = Object.entries(policies)
  const setAside = keep('set aside', new Map<string, QuarantinedItem>())
  const last = keep('last', { position: 0 as Position })

  function setAsideFor(policy: string, what: string, error: unknown): void {
    const key = JSON.stringify([policy, what])
    // Records each failure only once, because later batches would fail on the same jobs again.
    if (setAside.has(key)) return
    setAside.set(key, {
      policy,
      position: last.position,
      what,
      error: error instanceof Error ? error.message : String(error),
    })
    log.error({ err: error, policy, what, position: last.position }, 'a policy failed on an event and quarantined it')
  }

  function jobsOf(name: string, policy: Policy, isKnown: (id: string) => boolean): OutstandingJob[] {
    try {
      return policy.outstanding().filter((job) => {
        const wrong = isKnown(job.id) ? undefined : whyUnsound(job)
        if (wrong) setAsideFor(name, `job ${job.id}`, wrong)
        return !wrong
      })
    } catch (error) {
      setAsideFor(name, 'what it asks for', error)
      return []
    }
  }

  return {
    take(event) {
      last.position = event.position
      if (!hasKnownType(event)) return setAsideFor('all', event.type, new Error('this version knows no such events'))
      for (const [name, policy] of all) {
        try {
          policy.evolve(event, event.at)
        } catch (error) {
          // The log reads large event data only on demand.
          // If this read fails, the event itself is not at fault.
          if (error instanceof StoreUnavailable) throw error
          setAsideFor(name, `${event.type} at ${event.position}`, error)
        }
      }
    },
    setAside: () => [...setAside.values()],
    outstanding: (known) => all.flatMap(([name, policy]) => jobsOf(name, policy, known)),
    troubles() {
      if (setAside.size === 0) return []
      const names = [...new Set([...setAside.values()].map(({ policy }) => policy))].join(', ')
      const count = new Set([...setAside.values()].map(({ what }) => what)).size
      const counted = count === 1 ? '1 event was' : `${formatNumber(count)} events were`
      return [{ reason: `${counted} set aside by the workers (${names}): follow-ups may be missing.` }]
    },
  }
}

/**
 * Returns why a job is invalid; undefined if valid.
 * An invalid job would be retried forever.
 */
function whyUnsound({ job, data, notBefore }: OutstandingJob): Error | undefined {
  if (notBefore !== undefined && Number.isNaN(Date.parse(notBefore))) return new Error('its time is invalid')
  return jobKinds[job].data.safeParse(data).error
}
