/** Every kind of job by its name: what a policy may ask for, and how it is done. */
import { QueuedCommand } from '#contract/system-commands.ts'
import { analyseJob } from './analyses/analyse-job.ts'
import { refitJob } from './analyses/refit-job.ts'
import { forecastJob } from './forecasts/forecast-job.ts'
import { digestJob } from './notifications/digest-job.ts'
import { defineJob } from './runner/job.ts'

/** Nothing to do first. */
const sendCommand = defineJob({
  data: QueuedCommand,
  run: (command, commandId, { send }) => send(commandId, command),
})

export const jobKinds = {
  'send-command': sendCommand,
  digest: digestJob,
  analyse: analyseJob,
  refit: refitJob,
  forecast: forecastJob,
}
export type JobName = keyof typeof jobKinds
export type DataOf<N extends JobName> = (typeof jobKinds)[N] extends { data: { _output: infer Data } } ? Data : never
