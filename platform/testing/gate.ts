/**
 * Gate that lets a test hold up a server.
 * Callers wait at a shut gate and continue in order after it opens.
 */

export interface Gate {
  /** Shuts the gate. */
  shut(): void
  open(): void
  /** Settles at once while the gate is open. */
  passed(): Promise<void>
}

export function createGate(): Gate {
  let waiting: PromiseWithResolvers<void> | undefined
  return {
    shut() {
      waiting ??= Promise.withResolvers()
    },
    open() {
      waiting?.resolve()
      waiting = undefined
    },
    passed: async () => waiting?.promise,
  }
}
