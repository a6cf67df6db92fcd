/** Dependencies of every read: tables, runner and sealer. */
import type { ModelCard, PoliciesState } from '#contract/views.ts'
import type { History } from '#platform/audit-log/history.ts'
import type { Tokens } from '#platform/auth/tokens.ts'
import type { DataSizes, Disk } from '#platform/disk.ts'
import type { HealthCheck } from '#platform/health-checks.ts'
import type { FailingJob, JobCounts } from '#platform/jobs/jobs.ts'
import type { CreateLimiter } from '#platform/limiters.ts'
import type { Log } from '#platform/logging.ts'
import type { PhoneTraffic } from '#platform/phone/traffic.ts'
import type { Pictures } from '#platform/pictures/pictures.ts'
import type { Prover } from '#platform/proof/prover.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Vault } from '#platform/vault/vault.ts'
import type { Runner } from '../runner/runner.ts'
import type { TimeTravel } from '../time-travel/time-travel.ts'

/** Dependencies of reads that use views only. */
export interface ViewReadDependencies {
  /** Reports changes. Absent in reads of the past, which never changes. */
  runner?: Pick<Runner, 'ready' | 'onChange' | 'onEvents'>
  sealer: Sealer
  pictures: Pick<Pictures, 'get'>
  /** Rate limiters. If absent, this process counts alone. */
  limiters?: CreateLimiter | undefined
  /** Description of the built-in detector. Undefined if it can't be read. */
  modelCard?: ModelCard | undefined
  /** URL of the style of the installation's own map, if it has one. */
  mapStyleUrl?: string | undefined
}

export interface ReadDependencies extends ViewReadDependencies {
  runner: Runner
  tokens: Tokens
  /** For reads of the reader's own sessions. */
  vault: Pick<Vault, 'sessions' | 'secondFactor' | 'installationKey' | 'counted'>
  /** Undefined if the process gives no proofs of the log. */
  prover?: Prover
  /** Undefined without time travel. */
  past?: TimeTravel
  /** Audit history; undefined if not available. */
  history?: History
  clock: () => Date
  log: Log
  installation?: ServerHealthProbes
  /** Without it, no callbacks are listed. */
  phoneTraffic?: PhoneTraffic | undefined
  phoneSettings?: PhoneSettings
}

/** Settings of SMS, for admins. */
export interface PhoneSettings {
  /** Limit of SMS in 24 hours. */
  textsPerDay: number
  /** Service that sends SMS; absent if they are files. */
  smsService?: string
}

/** Returns the present as a snapshot for reads. */
export const presentSnapshot = ({ runner, clock }: Pick<ReadDependencies, 'runner' | 'clock'>): Snapshot => ({
  rows: runner.rows,
  now: clock(),
  position: runner.position(),
})

/** Functions that query the installation. Each may return undefined. */
export interface ServerHealthProbes {
  status?: () => string
  queue?: () => Promise<JobCounts | undefined>
  /** Returns failed jobs that will be retried. */
  failing?: () => Promise<FailingJob[] | undefined>
  disk?: () => Promise<Disk | undefined>
  sizes?: () => Promise<DataSizes>
  policies?: () => Promise<PoliciesState | undefined>
  /** Reports problems of the installation's processes. */
  look?: HealthCheck
}
