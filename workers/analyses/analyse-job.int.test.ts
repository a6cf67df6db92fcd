/**
 * Tests photo analysis with the real detector on a pool thread.
 * A failure is reported once, in words, and affects no other analysis.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import { createLog } from '#platform/logging.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { openWorkerThreadPool, type WorkerThreadPool, WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import { drawLitterPicture } from '#tests/fixtures/picture-files.ts'
import { analyseJob } from './analyse-job.ts'
import type { DetectionInput, DetectionOutput } from './detect-task.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'analyse-'))
const log = createLog('test', 'silent')
const clock = () => new Date()
const pictures = openPictures(folder, log)
const pool = openWorkerThreadPool({ threads: 1 })
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

const taken = await pictures.take(await drawLitterPicture(), 'r1')
if (isRejection(taken)) throw new Error(taken.message)

/**
 * Runs the analysis job for a photo, and returns the commands that it sends.
 * `state` is the analysis's state in the read store while the job runs.
 */
async function sentOf(
  picture: string,
  { threads = pool, state = 'running', yolo }: { threads?: WorkerThreadPool; state?: string; yolo?: string } = {},
) {
  const sent: InternalCommand[] = []
  const rows = { get: async () => [{ id: 'a1', attempt: 1, state }] }
  const send = async (_: string, command: InternalCommand) => void sent.push(command)
  const current = { upToNow: async () => rows, standing: async () => rows } as never
  const data = { analysisId: 'a1', attempt: 1, picture, method: 'yolo' } as const
  await analyseJob.run(data, 'job/analyse-a1-1', { rows: current, pictures, pool: threads, yolo, send, log, clock })
  return sent
}

const types = (sent: InternalCommand[]) => sent.map(({ type }) => type)
/** Returns a thread pool that fails `times` times and works afterwards. */
function failing(times: number): WorkerThreadPool {
  let failed = 0
  const run: WorkerThreadPool['run'] = async (...asked) => {
    if (failed++ < times) throw new WebAssembly.RuntimeError('unreachable')
    return pool.run(...asked)
  }
  return { run, close: pool.close }
}

it('reports the start and the result, and keeps the picture', async () => {
  const [began, completed] = await sentOf(taken.hash)
  expect(began).toEqual({ type: 'StartAnalysis', analysisId: 'a1', attempt: 1 })
  if (completed?.type !== 'CompleteAnalysis') throw new Error(JSON.stringify(completed))
  expect(completed.boxes.length).toBeGreaterThan(0)
  expect(completed.boxes.map(({ id }) => id)).toEqual(completed.boxes.map((_, n) => `b${n + 1}`))
  expect(Object.values(completed.composition ?? {}).reduce((sum, part) => sum + part, 0)).toBe(100)
  expect(completed.model).toBe('waste-detector')
  expect(await pictures.get(completed.annotated)).toBeDefined()
  expect(readdirSync(pictures.incoming as string)).toEqual([])
})

it('counts one start of a process, however often unreachable rows make it try again', async () => {
  const ids: string[] = []
  const send = async (id: string) => void ids.push(id)
  const away = { upToNow: () => Promise.reject(new Error('unreachable')) } as never
  const data = { analysisId: 'a1', attempt: 1, picture: taken.hash, method: 'yolo' } as const
  const means = { rows: away, pictures, pool, yolo: undefined, send, log, clock }
  for (let tried = 0; tried < 2; tried++)
    await expect(analyseJob.run(data, 'job/analyse-a1-1', means)).rejects.toThrow('unreachable')
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

it('does nothing about what has ended meanwhile, or was given up', async () => {
  for (const state of ['done', 'failed']) expect(types(await sentOf(taken.hash, { state }))).toEqual(['StartAnalysis'])
})

it('looks once more where a thread ended, and not for ever', async () => {
  expect(types(await sentOf(taken.hash, { threads: failing(1) }))).toEqual(['StartAnalysis', 'CompleteAnalysis'])
  const [, failed] = await sentOf(taken.hash, { threads: failing(2) })
  expect(failed).toEqual({
    type: 'FailAnalysis',
    analysisId: 'a1',
    attempt: 1,
    reason: 'Something went wrong on our side while analysing this photo. Please try again.',
  })
})

it('is tried again after a restart, and has not failed by it', async () => {
  const threads = openWorkerThreadPool({ threads: 1 })
  await threads.close()
  await expect(sentOf(taken.hash, { threads })).rejects.toThrow(WorkerThreadPoolClosed)
})

it('says that a picture is gone', async () => {
  const [, failed] = await sentOf('0'.repeat(64))
  expect(failed).toMatchObject({ type: 'FailAnalysis', reason: expect.stringContaining('no longer exists') })
})

it('looks with a YOLO model where one is set up', async () => {
  const threads = openWorkerThreadPool({ threads: 1 })
  const yolo = path.join(import.meta.dirname, '../../ml/yolo/tiny')
  const [, completed] = await sentOf(taken.hash, { threads, yolo })
  expect(completed).toMatchObject({ type: 'CompleteAnalysis', model: 'tiny', version: '3' })
  await threads.close()
})

it('ends the thread in which something broke, and looks at the next photo in another', async () => {
  const program = new URL('./detect-task.ts', import.meta.url)
  const file = path.join(folder, 'dots')
  const look = (rgb: Uint8Array) => {
    writeFileSync(file, rgb)
    return pool.run<DetectionInput, DetectionOutput>(program, { file, width: 100, height: 100 })
  }
  await expect(look(new Uint8Array(3))).rejects.toThrow('has 30000 numbers')
  expect(await look(new Uint8Array(30_000).fill(200))).toMatchObject({ boxes: [], areas: null })
})
