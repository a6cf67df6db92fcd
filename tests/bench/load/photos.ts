/** Sends photos to the detector until stopped: several at a time, each once. */
import { setPriority } from 'node:os'
import { timePhotoAnalysis } from './analyse.ts'

/**
 * First message from the parent process: the photos to analyse, and the server.
 * After a second message, the process finishes pending photos and answers with `AnalysisTimes`.
 */
export interface AnalysePhotosRequest {
  url: string
  token: string
  files: string[]
  atOnce: number
}

/** Milliseconds from call to answer, one for each photo. */
export interface AnalysisTimes {
  times: number[]
}

process.once('message', (asked: AnalysePhotosRequest) => {
  // Lower the priority, since real clients would run on other machines.
  setPriority(19)
  const result: AnalysisTimes = { times: [] }
  const files = [...asked.files]
  let stopped = false
  const one = async () => {
    for (let file = files.pop(); file && !stopped; file = files.pop())
      result.times.push(await timePhotoAnalysis(asked, file))
  }
  const all = Promise.all(Array.from({ length: asked.atOnce }, one))
  process.once('message', async () => {
    stopped = true
    await all
    process.send?.(result)
  })
})
process.once('disconnect', () => process.exit(0))
