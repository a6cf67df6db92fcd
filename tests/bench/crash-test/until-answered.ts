/** Sends a command again under its idempotency key until answered. */
import { setTimeout as pause } from 'node:timers/promises'
import type { SaveOutcome } from '#contract/http/problems.ts'
import { type Answer, type Call, call } from '../calls.ts'

/** Address and state of the server, for clients that retry. */
export interface ServerGate {
  /**
   * Returns the server's address.
   * Waits while the server is down.
   */
  url(): Promise<string>
  open(): boolean
}

interface RetryOptions {
  gate: ServerGate
  /**
   * Whether to stop repeating a command if its first answer says that nothing was saved.
   * Must be false if several requests send the same command in parallel.
   */
  mayGiveUp: boolean
  /** Called before each repetition of the request. */
  again(): void
}

type Answered<T> = T & { message?: string; outcome?: SaveOutcome }

const ANSWER_TIMEOUT_MS = 20_000
/**
 * Delay before a repeated request, in ms.
 * The delay doubles up to `last`, to spare a server that is still starting.
 */
const RETRY_DELAY_MS = { first: 25, last: 400 }
/** HTTP statuses that servers or the proxy send while a store or process is down. */
const UNAVAILABLE = [502, 503, 504]

/**
 * Sends a command until the server accepts it, and returns the answer.
 * Returns undefined if it gave up.
 */
export async function sendUntilAnswered<T>(
  command: Call,
  { gate, mayGiveUp, again }: RetryOptions,
): Promise<T | undefined> {
  for (let sending = 1; ; sending++) {
    const url = await gate.url()
    const answer = await call<Answered<T>>(url, { ...command, withinMs: ANSWER_TIMEOUT_MS }).catch(
      (error: Error) => error,
    )
    if (answer instanceof Error) {
      if (gate.open() && !isBroken(answer)) throw answer
      again()
    } else if (UNAVAILABLE.includes(answer.status)) {
      if (mayGiveUp && sending === 1 && answer.body.outcome === 'nothing-saved') return undefined
      again()
    } else return accepted(command, answer)
    await pause(Math.min(RETRY_DELAY_MS.first * 2 ** (sending - 1), RETRY_DELAY_MS.last) * (0.5 + Math.random() / 2))
  }
}

/**
 * Returns whether an error was caused by killing the server.
 * Other errors are faults of the test.
 */
const isBroken = (error: NodeJS.ErrnoException) =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(error.code ?? '') || /half an answer|aborted/.test(error.message)

/**
 * Returns the answer's body.
 * Throws if the server refuses the command, which contradicts its earlier acknowledgements.
 */
function accepted<T>({ path }: Call, { status, body }: Answer<Answered<T>>): T {
  if (status === 200 || status === 201) return body
  throw new Error(`${path} was refused with ${status}: ${body.message}`)
}
