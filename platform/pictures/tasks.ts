/** What a process for pictures may be asked, what it answers, and how it takes what comes. */
import os from 'node:os'
import type { LitterBox } from '#contract/waste/litter.ts'

export type Source = string | Uint8Array

/** px */
export interface Size {
  width: number
  height: number
}

/** A picture as a JPEG. */
export interface Decoded extends Size {
  bytes: Uint8Array
}

/** A picture as its dots: red, green and blue of each, row by row, 0 to 255. */
export interface Dots extends Size {
  rgb: Uint8Array
}

export type Task =
  | { does: 'measure'; source: Source }
  | { does: 'clean'; source: Source }
  | { does: 'size'; source: Uint8Array }
  | { does: 'narrow'; source: Uint8Array; width: number }
  /** `longest`: px of its longest side at most. */
  | { does: 'spell out'; source: Uint8Array; longest: number }
  | { does: 'draw'; source: Uint8Array; boxes: readonly LitterBox[] }

export interface Done {
  measure: number
  clean: Decoded
  size: Size
  narrow: Uint8Array
  'spell out': Dots
  draw: Uint8Array
}

export interface Asked {
  id: number
  task: Task
}
/** `why`: in the library's words. */
export type Answered = { id: number; done: Done[keyof Done] } | { id: number; why: string }

/** Boards go first where there is more to do than there are cores. */
const NICENESS = 5

/** For the program of such a process: answers until whoever began it is gone. */
export function answerTasks(carryOut: (task: Task) => Promise<Done[keyof Done]>): void {
  os.setPriority(NICENESS)
  process.on('message', async ({ id, task }: Asked) => {
    const answer = await carryOut(task).then(
      (done): Answered => ({ id, done }),
      (error: Error): Answered => ({ id, why: error.message }),
    )
    process.send?.(answer)
  })
  process.on('disconnect', () => process.exit())
}
