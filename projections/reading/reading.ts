/** What every read needs: the tables, the runner that keeps them, and the sealer that opens personal data at the edge. */
import type { ModelCard, PoliciesState } from '#contract/views.ts'
import type { Tokens } from '#platform/auth/tokens.ts'
import type { Disk, Sizes } from '#platform/disk.ts'
import type { History } from '#platform/history/history.ts'
import type { FailingJob, JobCounts } from '#platform/jobs/jobs.ts'
import type { Limiters } from '#platform/limiters.ts'
import type { Log } from '#platform/logging.ts'
import type { Pictures } from '#platform/pictures/pictures.ts'
import type { Prover } from '#platform/proof/prover.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Look } from '#platform/troubles.ts'
import type { Vault } from '#platform/vault/vault.ts'
import type { Past } from '../past/past.ts'
import type { Runner } from '../runner/runner.ts'

/** What those reads need that answer of views alone. */
export interface ViewReading {
  /** Tells what is new; absent where nothing new comes, in the past. */
  runner?: Pick<Runner, 'ready' | 'onChange' | 'onEvents'>
  sealer: Sealer
  pictures: Pick<Pictures, 'get'>
  /** What counts requests; each process by itself when not given. */
  limiters?: Limiters | undefined
  /** What is known of the built-in detector; undefined where it could not be read. */
  modelCard?: ModelCard | undefined
  /** The style of the installation's own map, where it has one. */
  mapStyleUrl?: string | undefined
}

export interface Reading extends ViewReading {
  runner: Runner
  tokens: Tokens
  /** Read of it: whoever's own sessions. */
  vault: Pick<Vault, 'sessions' | 'secondFactor' | 'installationKey'>
  /** Undefined where there is no log that could be proved. */
  prover?: Prover
  /** Undefined where the past is not kept. */
  past?: Past
  /** The history for auditors; undefined where there is none. */
  history?: History
  clock: () => Date
  log: Log
  installation?: Installation
}

/** The present, as reads are given it. */
export const presentOf = ({ runner, clock }: Pick<Reading, 'runner' | 'clock'>): Snapshot => ({
  rows: runner.rows,
  now: clock(),
  position: runner.position(),
})

/** What this process knows of the installation around it; each answers undefined while it does not know. */
export interface Installation {
  status?: () => string
  queue?: () => Promise<JobCounts | undefined>
  /** Jobs that failed and are tried again. */
  failing?: () => Promise<FailingJob[] | undefined>
  disk?: () => Promise<Disk | undefined>
  /** What lies in the data folder. */
  sizes?: () => Promise<Sizes>
  /** What the workers tell of their policies. */
  policies?: () => Promise<PoliciesState | undefined>
  /** What is wrong with the processes that it has. */
  look?: Look
}
