/** Test helper of policies: returns the jobs that only send a command. */
import type { CommandJob, Outstanding } from './policy.ts'

export const commandJobs = (outstanding: readonly Outstanding[]): CommandJob[] =>
  outstanding.filter((job) => job.job === 'send-command')
