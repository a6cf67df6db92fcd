/**
 * Resident of a crash test, who repeatedly reports a bin and has it collected.
 * Commands of unknown outcome are sent again.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../calls.ts'
import { type ServerGate, sendUntilAnswered } from './until-answered.ts'

type Kind = 'BinReportedFull' | 'ReportCollected'

/** Command that the server acknowledged, with the ids in its answer. */
interface Acknowledged {
  kind: Kind
  userId: string
  reportId: string
  position: number
}

interface Recorded {
  report: { id: string }
  position: string
}

/** One in this many commands is sent twice, like a double click. */
const TWICE_IN = 20
const PAUSE_MS = 12

export class CrashTestResident {
  readonly userId: string
  readonly acknowledged: Acknowledged[] = []
  /** Whether the outcome of a sent command is unknown. */
  pending = false
  /** Commands sent again with the same key because the answer was lost. */
  repeated = 0
  /** Number of commands that were given up, because their first answer was 'nothing saved'. */
  givenUp = 0
  readonly #token: string
  readonly #dispatcher: string

  constructor(userId: string, token: string, dispatcher: string) {
    this.userId = userId
    this.#token = token
    this.#dispatcher = dispatcher
  }

  /** Returns the id of the resident's open report, if the server confirmed it. */
  get open(): string | undefined {
    const last = this.acknowledged.at(-1)
    return last?.kind === 'BinReportedFull' ? last.reportId : undefined
  }

  /** Sends commands while `isRunning` returns true, then finishes the current command. */
  async run(gate: ServerGate, isRunning: () => boolean): Promise<void> {
    while (isRunning()) {
      await gate.url()
      if (!isRunning()) return
      await this.#next(gate)
      await pause(Math.random() * PAUSE_MS)
    }
  }

  async #next(gate: ServerGate): Promise<void> {
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
    const again = () => void this.repeated++
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        sendUntilAnswered<Recorded>(command, { gate, mayGiveUp: times === 1, again }),
      ),
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
}
