/** Dependencies of the read endpoints, such as rows, pictures and decryption. */

import type { ModelCard, PoliciesState } from '#contract/views.ts'
import type { AuditHistory } from '#platform/audit-log/history.ts'
import type { Tokens } from '#platform/auth/tokens.ts'
import type { DataFolderSizes, DiskSpace } from '#platform/disk.ts'
import type { HealthCheck } from '#platform/health-checks.ts'
import type { FailingJob, JobCounts } from '#platform/jobs/jobs.ts'
import type { LimiterFactory } from '#platform/limiters.ts'
import type { Log } from '#platform/logging.ts'
import type { GatewayTrafficStore } from '#platform/phone/traffic.ts'
import type { PictureStore } from '#platform/pictures/pictures.ts'
import type { LogProver } from '#platform/proof/prover.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Vault } from '#platform/vault/vault.ts'
import type { ProjectionRunner } from '../runner/runner.ts'
import type { TimeTravel } from '../time-travel/time-travel.ts'

/** What request handlers need if they read only views. */
export interface ViewReadDependencies {
  /**
   * Notifies listeners of changed rows.
   * Absent in reads of the past, which never change.
   */
  runner?: Pick<ProjectionRunner, 'ready' | 'onChange' | 'onEvents' | 'onOtherLog'>
  sealer: Sealer
  pictures: Pick<PictureStore, 'get'>
  /**
   * Rate limiters.
   * By default, only the requests to this process count.
   */
  limiters?: LimiterFactory | undefined
  /**
   * Description of the built-in detector.
   * Undefined if it can't be read.
   */
  modelCard?: ModelCard | undefined
  /** Style URL of the installation's own map, if any. */
  mapStyleUrl?: string | undefined
}

export interface ReadDependencies extends ViewReadDependencies {
  runner: ProjectionRunner
  tokens: Tokens
  /** Vault, to read the reader's own sessions and second factor, keys and counts. */
  vault: Pick<Vault, 'sessions' | 'secondFactor' | 'installationKey' | 'counted'>
  /**
   * Prover of the log.
   * Undefined if the process gives no proofs.
   */
  prover?: LogProver
  /**
   * Reads the state at past times.
   * Undefined if the installation has no time travel.
   */
  past?: TimeTravel
  /** Reads of the audit history; undefined if this process does not provide them. */
  history?: AuditHistory
  clock: () => Date
  log: Log
  installation?: ServerHealthProbes
  /**
   * Store with the callbacks and counters of the phone gateways.
   * If it is absent, the list of gateway calls is empty.
   */
  phoneTraffic?: GatewayTrafficStore | undefined
  phoneSettings?: PhoneSettings
}

/** Settings of SMS, for admins. */
export interface PhoneSettings {
  /** Limit of SMS in 24 hours. */
  textsPerDay: number
  /** Service that sends SMS. Absent if SMS are written as files. */
  smsService?: string
}

/** Returns the present as a snapshot: current rows, time and log position. */
export const presentSnapshotOf = ({ runner, clock }: Pick<ReadDependencies, 'runner' | 'clock'>): Snapshot => ({
  rows: runner.rows,
  now: clock(),
  position: runner.position(),
})

/**
 * Functions that query the installation's health.
 * Each result may be undefined.
 */
export interface ServerHealthProbes {
  status?: () => string
  queue?: () => Promise<JobCounts | undefined>
  /** Returns jobs that have failed and will be retried. */
  failing?: () => Promise<FailingJob[] | undefined>
  disk?: () => Promise<DiskSpace | undefined>
  sizes?: () => Promise<DataFolderSizes>
  policies?: () => Promise<PoliciesState | undefined>
  /** Reports problems of the installation's processes. */
  look?: HealthCheck
}
