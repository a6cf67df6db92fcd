/** Those who wait until a table's checkpoint has come to a position. */

interface Waiter {
  table: string
  position: number
  settle(reached: boolean): void
  fail(error: unknown): void
}

export interface Waiting {
  /** True once told of a checkpoint that is far enough, false when the time is over. */
  wait(table: string, position: number, withinMs: number): Promise<boolean>
  /** Lets go of whoever waits for these checkpoints; says whether anybody did. */
  tell(checkpoints: ReadonlyMap<string, number>): boolean
  /** Nobody can tell any more. */
  fail(error: unknown): void
  count(): number
}

export function createWaiting(): Waiting {
  const waiters = new Set<Waiter>()
  return {
    wait(table, position, withinMs) {
      return new Promise((resolve, reject) => {
        const over = (end: () => void) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          end()
        }
        const settle = (reached: boolean) => over(() => resolve(reached))
        const waiter: Waiter = { table, position, settle, fail: (error) => over(() => reject(error)) }
        const timer = setTimeout(settle, withinMs, false)
        waiters.add(waiter)
      })
    },
    tell(checkpoints) {
      const reached = [...waiters].filter(({ table, position }) => (checkpoints.get(table) ?? -Infinity) >= position)
      for (const { settle } of reached) settle(true)
      return reached.length > 0
    },
    fail(error) {
      for (const waiter of [...waiters]) waiter.fail(error)
    },
    count: () => waiters.size,
  }
}
