/** Tasks and results of the picture processes, and their message loop. */

import type { LitterBox } from '#contract/analyses/litter.ts'
import type { Rejection } from '#contract/http/problems.ts'

/**
 * Refusal of a picture, with untranslated text.
 * Translation libraries would double the memory of the process that decodes pictures.
 */
export type PictureRefusal = Pick<Rejection, 'rejected' | 'text'>

/** Size in px. */
export interface PictureSize {
  width: number
  height: number
}

/** Picture as a JPEG. */
export interface DecodedPicture extends PictureSize {
  bytes: Uint8Array
}

/** A stored picture: its size and content hash. */
export interface Picture extends PictureSize {
  hash: string
}

/** Pixels of a picture in a file: RGB, row by row, 0 to 255. */
export interface RawPixelFile extends PictureSize {
  file: string
}

/**
 * Task of a picture process.
 * The process itself reads and writes the files of the named pictures.
 * Sending their bytes between processes caused garbage collections that blocked the main process for up to 50 ms.
 */
export type PictureTask =
  /** Accepts a file (by path) or bytes as an upload. */
  | { does: 'take'; source: string | Uint8Array }
  | { does: 'size'; hash: string }
  | { does: 'narrow'; hash: string; width: number }
  /** Writes a picture's pixels to a new file, with sides of at most `longest` px. */
  | { does: 'spell out'; hash: string; longest: number; file: string }
  /** Stores the picture with boxes drawn on it. */
  | { does: 'draw'; hash: string; boxes: readonly LitterBox[] }

/**
 * Results of the tasks that picture processes run, by task name.
 * A result is undefined if no picture has the requested hash.
 */
export interface TaskResults {
  take: Picture | PictureRefusal
  size: Picture | undefined
  narrow: Uint8Array | undefined
  'spell out': RawPixelFile | undefined
  /** Hash of the picture with the boxes. */
  draw: string | undefined
}

export interface TaskRequest {
  id: number
  task: PictureTask
}
/**
 * A failed picture task, with the library's error message.
 * `code` is set for a system error such as a full disk, not for a faulty picture.
 */
export interface TaskFailure {
  id: number
  why: string
  code: string | undefined
}
export type TaskResponse = { id: number; done: TaskResults[keyof TaskResults] } | TaskFailure

/**
 * Maximum processor time in s for a task and others that run beside it.
 * The largest photos need three, and at most six as a progressive JPEG.
 * Crafted files make decoders repeat their work for minutes.
 */
const TASK_CPU_LIMIT_S = 10
const CPU_CHECK_MS = 250

/**
 * Answers tasks in a picture process until its parent is gone.
 * Kills the process if a task takes too much processor time.
 */
export function answerPictureTasks(
  carryOut: (task: PictureTask) => Promise<TaskResults[keyof TaskResults]>,
  { cpuLimitS = TASK_CPU_LIMIT_S } = {},
): void {
  /** Processor time of this process at the start of each running task. */
  const startedAt = new Map<number, NodeJS.CpuUsage>()
  setInterval(() => {
    const isOver = [...startedAt.values()].some((start) => secondsSince(start) > cpuLimitS)
    // A normal exit would wait for the library's threads.
    if (isOver) process.kill(process.pid, 'SIGKILL')
  }, CPU_CHECK_MS).unref()

  process.on('message', async ({ id, task }: TaskRequest) => {
    startedAt.set(id, process.cpuUsage())
    const answer = await carryOut(task).then(
      (done): TaskResponse => ({ id, done }),
      (error: NodeJS.ErrnoException): TaskResponse => ({ id, why: error.message, code: error.syscall && error.code }),
    )
    startedAt.delete(id)
    process.send?.(answer)
  })
  process.on('disconnect', () => process.exit())
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000_000
}
