/** What a process for pictures may be asked, what it answers, and how it takes what comes. */
import type { Rejection } from '#contract/door/problems.ts'
import type { LitterBox } from '#contract/waste/litter.ts'

/** px */
export interface Size {
  width: number
  height: number
}

/** A picture as a JPEG. */
export interface Decoded extends Size {
  bytes: Uint8Array
}

/** A picture that lies in one of the folders. */
export interface Picture extends Size {
  hash: string
}

/** A picture as its dots, in a file: red, green and blue of each, row by row, 0 to 255. */
export interface Dots extends Size {
  file: string
}

/** Pictures are named, and read and written by the process itself: what they consist of passes through nobody else's memory. */
export type Task =
  /** A file by its path, or bytes; it waits to be kept. */
  | { does: 'take'; source: string | Uint8Array }
  | { does: 'size'; hash: string }
  | { does: 'narrow'; hash: string; width: number }
  /** Its dots into a new file; `longest`: px of its longest side at most. */
  | { does: 'spell out'; hash: string; longest: number; file: string }
  /** The picture with boxes on it is kept for good. */
  | { does: 'draw'; hash: string; boxes: readonly LitterBox[] }

/** Undefined where no picture has that hash. */
export interface Done {
  take: Picture | Rejection
  size: Picture | undefined
  narrow: Uint8Array | undefined
  'spell out': Dots | undefined
  /** The hash of the new one. */
  draw: string | undefined
}

export interface Asked {
  id: number
  task: Task
}
/** `why`: in the library's words; `code`: of the system, where it was no fault of the picture, such as a full disk. */
export interface Failed {
  id: number
  why: string
  code: string | undefined
}
export type Answered = { id: number; done: Done[keyof Done] } | Failed

/** For the program of such a process: answers until whoever began it is gone. */
export function answerTasks(carryOut: (task: Task) => Promise<Done[keyof Done]>): void {
  process.on('message', async ({ id, task }: Asked) => {
    const answer = await carryOut(task).then(
      (done): Answered => ({ id, done }),
      (error: NodeJS.ErrnoException): Answered => ({ id, why: error.message, code: error.syscall && error.code }),
    )
    process.send?.(answer)
  })
  process.on('disconnect', () => process.exit())
}
