/** Test helper for policies: returns the outstanding jobs that only send a command. */
import type { CommandJob, OutstandingJob } from './policy.ts'

export const commandJobs = (outstanding: readonly OutstandingJob[]): CommandJob[] =>
  outstanding.filter((job) => job.job === 'send-command')
