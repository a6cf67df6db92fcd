/** Waits for a table's checkpoint to reach a position. */

interface Reached {
  position: number
}

interface Waiter<R> {
  table: string
  position: number
  settle(reached: R | undefined): void
  fail(error: unknown): void
}

interface CheckpointWaiters<R extends Reached> {
  /**
   * Resolves to a table's checkpoint once the table has reached the position.
   * Resolves to undefined after `withinMs`.
   */
  wait(table: string, position: number, withinMs: number): Promise<R | undefined>
  /**
   * Resolves the promises that wait for a position up to these checkpoints.
   * Returns whether there were any.
   */
  tell(checkpoints: ReadonlyMap<string, R>): boolean
  /** Rejects all pending `wait` calls with this error. */
  fail(error: unknown): void
  count(): number
}

export function createCheckpointWaiters<R extends Reached>(): CheckpointWaiters<R> {
  const waiters = new Set<Waiter<R>>()
  return {
    wait(table, position, withinMs) {
      return new Promise((resolve, reject) => {
        const over = (end: () => void) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          end()
        }
        const settle = (reached: R | undefined) => over(() => resolve(reached))
        const waiter: Waiter<R> = { table, position, settle, fail: (error) => over(() => reject(error)) }
        const timer = setTimeout(settle, withinMs, undefined)
        waiters.add(waiter)
      })
    },
    tell(checkpoints) {
      const farEnough = ({ table, position }: Waiter<R>) => (checkpoints.get(table)?.position ?? -Infinity) >= position
      const reached = [...waiters].filter(farEnough)
      for (const { table, settle } of reached) settle(checkpoints.get(table))
      return reached.length > 0
    },
    fail(error) {
      for (const waiter of [...waiters]) waiter.fail(error)
    },
    count: () => waiters.size,
  }
}
