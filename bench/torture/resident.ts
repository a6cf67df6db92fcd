/** A resident under torture: reports, is collected, reports again; a command of unknown outcome is repeated until answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '#contract/problems.ts'
import { type Answer, type Call, call } from '../calls.ts'

export type Kind = 'BinReportedFull' | 'ReportCollected'

/** A command that the server acknowledged, with the ids that it gave. */
export interface Acknowledged {
  kind: Kind
  userId: string
  reportId: string
  position: number
}

/** Where the server is; `url` waits while it is down. */
export interface Gate {
  url(): Promise<string>
  open(): boolean
}

interface Recorded {
  report: { id: string }
  position: string
  message?: string
  outcome?: Outcome
}

/** One command in this many is sent twice at the same moment, as a double click does. */
const TWICE_IN = 20
const PAUSE_MS = 12
const PATIENCE_MS = 20_000
/** What a store or a process that is away is answered with, by our doors or by the proxy before them. */
const AWAY = [502, 503, 504]

export class Resident {
  readonly userId: string
  readonly acknowledged: Acknowledged[] = []
  /** Whether a command is under way whose outcome is not known. */
  pending = false
  /** Commands repeated under the same key because the answer was lost. */
  repeated = 0
  /** Commands given up because the first answer said that nothing of them was saved. */
  givenUp = 0
  readonly #token: string
  readonly #dispatcher: string

  constructor(userId: string, token: string, dispatcher: string) {
    this.userId = userId
    this.#token = token
    this.#dispatcher = dispatcher
  }

  /** The report that stands open, as far as acknowledged. */
  get open(): string | undefined {
    const last = this.acknowledged.at(-1)
    return last?.kind === 'BinReportedFull' ? last.reportId : undefined
  }

  /** Acts until told to stop, and then only finishes the command under way. */
  async act(gate: Gate, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      await gate.url()
      if (!goesOn()) return
      await this.#next(gate)
      await pause(Math.random() * PAUSE_MS)
    }
  }

  async #next(gate: Gate): Promise<void> {
    const reportId = this.open
    const kind: Kind = reportId ? 'ReportCollected' : 'BinReportedFull'
    const key = randomUUID()
    const command: Call = reportId
      ? {
          method: 'PATCH',
          path: `/auth/reports/${reportId}/status`,
          body: { status: 'collected' },
          token: this.#dispatcher,
          key,
        }
      : {
          method: 'POST',
          path: '/auth/report-bin-full',
          body: { description: `Bin at ${key}` },
          token: this.#token,
          key,
        }
    this.pending = true
    const times = Math.random() * TWICE_IN < 1 ? 2 : 1
    const answers = await Promise.all(
      Array.from({ length: times }, () => this.#untilAnswered(command, gate, times === 1)),
    )
    const [first, second] = answers.map((answer) => answer && `${answer.report.id} at ${answer.position}`)
    if (second !== undefined && second !== first) throw new Error(`One key, two answers: ${first} and ${second}`)
    const [answer] = answers
    if (answer) {
      const { report, position } = answer
      this.acknowledged.push({ kind, userId: this.userId, reportId: report.id, position: Number(position) })
    } else this.givenUp++
    this.pending = false
  }

  /** Undefined when it was given up: nothing else of it was under way, and nothing of it was saved. */
  async #untilAnswered(command: Call, gate: Gate, mayGiveUp: boolean): Promise<Recorded | undefined> {
    for (let sending = 1; ; sending++) {
      const url = await gate.url()
      const answer = await call<Recorded>(url, { ...command, withinMs: PATIENCE_MS }).catch((error: Error) => error)
      if (answer instanceof Error) {
        if (gate.open() && !isBroken(answer)) throw answer
        this.repeated++
      } else if (AWAY.includes(answer.status)) {
        if (mayGiveUp && sending === 1 && answer.body.outcome === 'nothing-saved') return undefined
        this.repeated++
      } else return accepted(command, answer)
      await pause(5)
    }
  }
}

/** A dead server breaks connections; any other error is ours. */
const isBroken = (error: NodeJS.ErrnoException) =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(error.code ?? '') || /half an answer|aborted/.test(error.message)

/** A refusal here means that the server's memory and what it acknowledged differ. */
function accepted({ path }: Call, { status, body }: Answer<Recorded>): Recorded {
  if (status === 200 || status === 201) return body
  throw new Error(`${path} was refused with ${status}: ${body.message}`)
}
