/** Streams of the audit and of admin operations, such as checkpoints and rebuilds. */

import type { FindingStatus, FindingThresholds } from '#contract/audit/findings.ts'
import { MAX_LOOK_UPS_PER_HOUR } from '#contract/audit/kinds.ts'
import type { EventData } from '#contract/events.ts'
import { defineAggregate, defineSingleStreamAggregate, ignoreEvents } from '../kernel/category.ts'

/** Hourly checkpoint of the log, signed once and mailed once per auditor. */
export interface CheckpointState {
  made?: EventData<'CheckpointMade'>
  /** Ids of the auditors to whom the checkpoint was mailed. */
  mailedTo: readonly string[]
}

export const checkpointAggregate = defineAggregate<CheckpointState, 'checkpoint'>(
  'checkpoint',
  { mailedTo: [] },
  {
    CheckpointMade: (state, made) => ({ ...state, made }),
    CheckpointMailed: (state, { userId }) => ({ ...state, mailedTo: [...state.mailedTo, userId] }),
  },
)

export interface CheckpointSigningKeyState {
  number: number
  /** Public key, which no event names for the first key. */
  key?: string
}

/** Stream with the current signing key. */
export const checkpointSigningKeyAggregate = defineSingleStreamAggregate<CheckpointSigningKeyState, 'checkpointkey'>(
  'checkpointkey',
  { number: 1 },
  { CheckpointKeyChanged: (_, { number, key }) => ({ number, key }) },
)

interface LogRepairsState {
  /** Hours whose checkpoint was withdrawn. */
  withdrawn: readonly string[]
}

/** Stream of repairs: restores of backups and withdrawn checkpoints. */
export const logRepairsAggregate = defineSingleStreamAggregate<LogRepairsState, 'repairs'>(
  'repairs',
  { withdrawn: [] },
  {
    LogRestored: (state) => state,
    CheckpointWithdrawn: (state, { checkpointId }) => ({ withdrawn: [...state.withdrawn, checkpointId] }),
  },
)

export interface RebuildRequestsState {
  /** Time of the latest rebuild request, by view name or `policies`. */
  requested: Readonly<Record<string, string>>
}

/** Rebuilds that admins requested, and failed jobs that they retried. */
export const rebuildRequestsAggregate = defineSingleStreamAggregate<RebuildRequestsState, 'rebuilds'>(
  'rebuilds',
  { requested: {} },
  {
    RebuildRequested: ({ requested }, { target, requestedAt }) => ({
      requested: { ...requested, [target]: requestedAt },
    }),
    ...ignoreEvents('JobRetried'),
  },
)

/** Recent look-ups of people by an auditor, which are limited per hour. */
export interface RecentPersonLookUps {
  /** Times of the last look-ups, oldest first. */
  times: readonly string[]
}

export const personLookUpsAggregate = defineAggregate<RecentPersonLookUps, 'lookups'>(
  'lookups',
  { times: [] },
  {
    PeopleLookedUp: ({ times }, { lookedUpAt }) => ({ times: [...times, lookedUpAt].slice(-MAX_LOOK_UPS_PER_HOUR) }),
  },
)

/** A finding, raised once by a rule and processed by people. */
export interface FindingState {
  /** Status of the finding; absent before it is raised. */
  status?: FindingStatus
  steps: number
}

export const findingAggregate = defineAggregate<FindingState, 'finding'>(
  'finding',
  { steps: 0 },
  {
    FindingRaised: () => ({ status: 'found', steps: 0 }),
    FindingMoved: ({ steps }, { status }) => ({ status, steps: steps + 1 }),
  },
)

/**
 * Thresholds of the rules that raise audit findings.
 * Absent until an admin sets them.
 */
export const findingThresholdsAggregate = defineSingleStreamAggregate<
  { thresholds?: FindingThresholds },
  'findingrules'
>('findingrules', {}, { FindingThresholdsSet: (_, { thresholds }) => ({ thresholds }) })
