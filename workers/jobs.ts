/** All job kinds by name, with their data and work. */
import { QueuedCommand } from '#contract/internal-commands.ts'
import { analyseJob } from './analyses/analyse-job.ts'
import { headRefitJob } from './analyses/refit-job.ts'
import { forecastJob } from './forecasts/forecast-job.ts'
import { digestJob } from './notifications/digest-job.ts'
import { defineJob } from './runner/job.ts'

/** Kind of job that only sends a command. */
const sendCommand = defineJob({
  data: QueuedCommand,
  run: (command, commandId, { send }) => send(commandId, command),
})

export const jobKinds = {
  'send-command': sendCommand,
  digest: digestJob,
  analyse: analyseJob,
  refit: headRefitJob,
  forecast: forecastJob,
}
export type JobName = keyof typeof jobKinds
export type JobDataOf<N extends JobName> = (typeof jobKinds)[N] extends { data: { _output: infer Data } } ? Data : never
