/** A command under torture: sent again under its key until somebody answers it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '#contract/door/problems.ts'
import { type Answer, type Call, call } from '../calls.ts'

/** Where the server is; `url` waits while it is down. */
export interface Gate {
  url(): Promise<string>
  open(): boolean
}

interface Sending {
  gate: Gate
  /** Where nothing else of it is under way. */
  mayGiveUp: boolean
  /** Hears that it is sent once more. */
  again(): void
}

type Answered<T> = T & { message?: string; outcome?: Outcome }

const PATIENCE_MS = 20_000
/**
 * Twice as long each time, up to the last: of many residents one is always about to try, so what comes back meets them at
 * once; and all of them together leave it the processor that it needs to come back.
 */
const AGAIN_MS = { first: 25, last: 400 }
/** What a store or a process that is away is answered with, by our doors or by the proxy before them. */
const AWAY = [502, 503, 504]

/** Undefined when it was given up: nothing else of it was under way, and nothing of it was saved. */
export async function untilAnswered<T>(command: Call, { gate, mayGiveUp, again }: Sending): Promise<T | undefined> {
  for (let sending = 1; ; sending++) {
    const url = await gate.url()
    const answer = await call<Answered<T>>(url, { ...command, withinMs: PATIENCE_MS }).catch((error: Error) => error)
    if (answer instanceof Error) {
      if (gate.open() && !isBroken(answer)) throw answer
      again()
    } else if (AWAY.includes(answer.status)) {
      if (mayGiveUp && sending === 1 && answer.body.outcome === 'nothing-saved') return undefined
      again()
    } else return accepted(command, answer)
    await pause(Math.min(AGAIN_MS.first * 2 ** (sending - 1), AGAIN_MS.last) * (0.5 + Math.random() / 2))
  }
}

/** A dead server breaks connections; any other error is ours. */
const isBroken = (error: NodeJS.ErrnoException) =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(error.code ?? '') || /half an answer|aborted/.test(error.message)

/** A refusal here means that the server's memory and what it acknowledged differ. */
function accepted<T>({ path }: Call, { status, body }: Answer<Answered<T>>): T {
  if (status === 200 || status === 201) return body
  throw new Error(`${path} was refused with ${status}: ${body.message}`)
}
