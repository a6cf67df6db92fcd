/** Tests a refit of the real detector: corrections change the next photo's result. */
import { hash as digestOf } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HeadRefitRecord, RecordRefitCommand } from '#contract/analyses/refits.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import type { Material } from '#domain/city.ts'
import { createLog } from '#platform/logging.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { openWorkerThreadPool, type WorkerThreadPool, WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import { drawLitterPicture } from '#tests/fixtures/picture-files.ts'
import type { JobDependencies } from '../runner/job.ts'
import type { PhotoWithBoxes } from './box-features-task.ts'
import { detectLitter } from './detect.ts'
import { headRefitJob } from './refit-job.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'refit-'))
const log = createLog('test', 'silent')
const pictures = openPictures(folder, log)
const pool = openWorkerThreadPool({ threads: 1 })
/**
 * Caches the constant network output by photo and boxes.
 * Computing it takes most of the test's time.
 */
const seen = new Map<string, Promise<unknown>>()
const seeingOnce: WorkerThreadPool = {
  run<Data, Answer>(program: URL, data: Data, how?: Parameters<WorkerThreadPool['run']>[2]): Promise<Answer> {
    if (!program.pathname.endsWith('/box-features-task.ts')) return pool.run(program, data, how)
    const { file, boxes } = data as unknown as PhotoWithBoxes
    const key = digestOf('sha256', readFileSync(file)) + JSON.stringify(boxes)
    const answer = seen.get(key) ?? pool.run<Data, Answer>(program, data, how)
    seen.set(key, answer)
    return answer as Promise<Answer>
  },
  close: pool.close,
}
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

/**
 * Number of photos that the test corrects.
 * So few suffice for a refit, because all corrections are alike.
 */
const PHOTOS = 8
const BOXES = 2 * PHOTOS
const hashes: string[] = []
let id: string
let made: RecordRefitCommand
beforeAll(async () => {
  for (let n = 0; n < PHOTOS; n++) {
    const taken = await pictures.take(await drawLitterPicture(240 + n, 180), 'r1')
    if (isRejection(taken)) throw new Error(taken.message)
    hashes.push(taken.hash)
  }
  const [[sentAs = '', sent] = []] = await sentOf({ corrected: hashes.map(TOLD) })
  if (sent?.type !== 'RecordRefit') throw new Error(JSON.stringify(sent))
  ;[id, made] = [sentAs, sent]
})

const box = (material: Material, left: number) => ({
  id: `c${left}`,
  material,
  x0: left,
  y0: 0.2,
  x1: left + 0.3,
  y1: 0.8,
})
/**
 * Returns a correction of the test photo with two boxes.
 * The left box contains the bottle.
 * The right box contains the can and the paper.
 */
const correctedTo =
  (left: Material, right: Material = left) =>
  (picture: string) => ({ picture, boxes: [box(left, 0.1), box(right, 0.55)] })
const TOLD = correctedTo('textile', 'organic')

interface Given {
  corrected: object[]
  refits?: HeadRefitRecord[]
  threads?: WorkerThreadPool
  yolo?: string
}

async function sentOf({
  corrected,
  refits = [],
  threads = seeingOnce,
  yolo,
}: Given): Promise<[string, InternalCommand][]> {
  const sent: [string, InternalCommand][] = []
  const rows = { find: async (view: string) => (view === 'refits' ? refits : corrected) }
  const current = { upToNow: async () => rows } as never
  const send: JobDependencies['send'] = async (id, command) => void sent.push([id, command])
  const work: JobDependencies = { rows: current, pictures, pool: threads, yolo, send, log, clock: () => new Date() }
  await headRefitJob.run({ refit: 3 }, 'job/refit-3', work)
  return sent
}

it('learns from them, keeps the numbers before it names them, and the next photo is named by them', async () => {
  expect(id).toBe('job/refit-3')
  expect(made).toMatchObject({
    refit: 3,
    base: '2',
    version: '2.3',
    taken: true,
    trainedOn: { photos: PHOTOS, boxes: BOXES },
    scoredOn: { photos: PHOTOS, boxes: BOXES, worse: 0 },
    before: { right: 0 },
  })
  expect(made.after.right).toBeGreaterThanOrEqual(PHOTOS / 2)
  expect(made.learnedFrom).toEqual(hashes.map((hash) => hash.slice(0, 16)))
  const { weights = '', base, version } = made
  expect(await pictures.kept.get(weights)).toBeDefined()

  const means = { pictures, pool, yolo: undefined, log }
  const [plain, learned, other, lost] = [
    await detectLitter(hashes[0] as string, means),
    await detectLitter(hashes[0] as string, means, { base, version, weights }),
    await detectLitter(hashes[0] as string, means, { base: '1', version: '1.3', weights }),
    await detectLitter(hashes[0] as string, means, { base, version, weights: '0'.repeat(64) }),
  ]
  expect(learned).toMatchObject({ version: '2.3' })
  // Compares the estimated weight, because it depends on the shares of all materials.
  // tests/journeys/refit.test.ts checks the materials.
  expect(learned.weight).not.toEqual(plain.weight)
  expect(learned.boxes.map(({ confidence }) => confidence)).toEqual(plain.boxes.map(({ confidence }) => confidence))
  for (const shipped of [other, lost])
    expect(shipped).toMatchObject({ version: '2', boxes: plain.boxes, weight: plain.weight })
})

it('is not taken where what is in use is as good, and knows what that learned from', async () => {
  const head = { base: made.base, version: made.version, weights: made.weights ?? '', learnedFrom: [] }
  const inUse: HeadRefitRecord = { refit: 1, state: 'done', taken: true, head }
  const [[, again] = []] = await sentOf({ corrected: hashes.map(TOLD), refits: [inUse] })
  expect(again).toMatchObject({ type: 'RecordRefit', taken: false })
  // The current layers were trained on all scored photos.
  // Here they must be at least as accurate as the first retrained layers were on unseen photos.
  expect((again as RecordRefitCommand).before.right).toBeGreaterThanOrEqual(made.after.right)
  expect(again).not.toHaveProperty('weights')
  const knowing = { ...inUse, head: { ...head, learnedFrom: made.learnedFrom.slice(1) } }
  const [[, few] = []] = await sentOf({ corrected: hashes.map(TOLD), refits: [knowing] })
  expect(few).toMatchObject({ type: 'FailRefit', refit: 3, reason: expect.stringContaining('Too few') })
})

it('leaves out photos that are gone, and fails once where anything else goes wrong', async () => {
  const gone = ['0'.repeat(64), ...hashes.slice(0, 4)].map(TOLD)
  expect((await sentOf({ corrected: gone })).map(([id, { type }]) => [id, type])).toEqual([
    ['job/refit-3/failed', 'FailRefit'],
  ])
  const broken: WorkerThreadPool = {
    run: async () => Promise.reject(new WebAssembly.RuntimeError('unreachable')),
    close: pool.close,
  }
  expect(await sentOf({ corrected: hashes.map((hash) => correctedTo('glass')(hash)), threads: broken })).toEqual([
    [
      'job/refit-3/failed',
      expect.objectContaining({ type: 'FailRefit', reason: expect.stringContaining('not learn') }),
    ],
  ])
})

it('is done after the restart where it was stopped, and not at all where another model looks', async () => {
  const threads = openWorkerThreadPool({ threads: 1 })
  await threads.close()
  await expect(sentOf({ corrected: hashes.map((hash) => correctedTo('glass')(hash)), threads })).rejects.toThrow(
    WorkerThreadPoolClosed,
  )
  const [[, refused] = []] = await sentOf({ corrected: [], yolo: '/models/yolo' })
  expect(refused).toMatchObject({ type: 'FailRefit', reason: expect.stringContaining('YOLO') })
})
