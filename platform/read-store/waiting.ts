/** Those who wait until a table's checkpoint has come to a position. */

interface Reached {
  position: number
}

interface Waiter<R> {
  table: string
  position: number
  settle(reached: R | undefined): void
  fail(error: unknown): void
}

export interface Waiting<R extends Reached> {
  /** The checkpoint, once told of one that is far enough; undefined when the time is over. */
  wait(table: string, position: number, withinMs: number): Promise<R | undefined>
  /** Lets go of whoever waits for these checkpoints; says whether anybody did. */
  tell(checkpoints: ReadonlyMap<string, R>): boolean
  /** Nobody can tell any more. */
  fail(error: unknown): void
  count(): number
}

export function createWaiting<R extends Reached>(): Waiting<R> {
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
