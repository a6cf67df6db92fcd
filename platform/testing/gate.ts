/** A server's doing that a test can hold up: what comes to a shut gate waits, and goes on in order once it is open. */

export interface Gate {
  /** From now on nothing passes. */
  shut(): void
  open(): void
  /** Settles at once while it is open. */
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
