/** Worker program that the tests of the thread pool run. */
import { getPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { threadId } from 'node:worker_threads'
import { sharedActivity } from './cpu-yield.ts'

export type Task =
  | { does: 'add'; a: number; b: number }
  | { does: 'throw' | 'break' | 'exit' | 'fill' | 'look' }
  /**
   * Task that never ends.
   * Sets `begun` to 1 when it starts.
   */
  | { does: 'spin'; begun: Int32Array<SharedArrayBuffer> }

export default async function run(task: Task): Promise<unknown> {
  switch (task.does) {
    case 'add':
      // Nice value of this thread; some systems have one per thread.
      return { sum: task.a + task.b, threadId, niceness: getPriority() }
    case 'look':
      return [...sharedActivity]
    case 'throw':
      throw new RangeError('nothing to divide')
    case 'break':
      return new DatabaseSync(':memory:').exec("SELECT json('{')")
    case 'exit':
      return process.exit(3)
    case 'spin':
      Atomics.store(task.begun, 0, 1)
      Atomics.notify(task.begun, 0)
      for (;;) Math.random()
    case 'fill':
      for (const all = []; ; ) all.push(Array.from({ length: 1_000 }, Math.random))
  }
}
