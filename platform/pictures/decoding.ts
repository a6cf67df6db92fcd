/** The process in which pictures are decoded: what a hostile one breaks is this process alone, and its memory goes with it. */
import { cleaned, type Decoded, narrowed, pixelsOf } from './decode.ts'

export type Source = string | Uint8Array

/** What is asked of it. */
export type Task =
  | { does: 'measure'; source: Source }
  | { does: 'clean'; source: Source }
  | { does: 'narrow'; source: Uint8Array; width: number }

export interface Done {
  measure: number
  clean: Decoded
  narrow: Uint8Array
}

export interface Asked {
  id: number
  task: Task
}
/** `why`: in the library's words. */
export type Answered = { id: number; done: Done[keyof Done] } | { id: number; why: string }

async function carryOut(task: Task): Promise<Done[keyof Done]> {
  if (task.does === 'measure') return pixelsOf(task.source)
  return task.does === 'clean' ? cleaned(task.source) : narrowed(task.source, task.width)
}

process.on('message', async ({ id, task }: Asked) => {
  const answer = await carryOut(task).then(
    (done): Answered => ({ id, done }),
    (error: Error): Answered => ({ id, why: error.message }),
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
