/** Views and reads of audit findings, follow-up steps and rule thresholds. */

import {
  DEFAULT_FINDING_THRESHOLDS,
  type FindingRule,
  type FindingStatus,
  type FindingSubject,
  type FindingThresholds,
  MAX_FINDING_STEPS,
} from '#contract/audit/findings.ts'
import type { Finding } from '#contract/views.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ViewReadDependencies } from '../queries/dependencies.ts'
import type { PersonDirectory } from '../queries/people.ts'
import { defineView } from '../runner/view.ts'

interface FindingRow extends Row {
  rule: FindingRule
  about: FindingSubject
  evidence: readonly number[]
  figures: Readonly<Record<string, number>>
  happenedAt: string
  raisedAt: string
  status: FindingStatus
  /**
   * Follow-up steps of the finding.
   * `sealed` is JSON of `{ note }`, encrypted with the key of the person `by`.
   */
  steps: readonly { status: FindingStatus; at: string; by: string; sealed?: string }[]
  simulated?: true
}

export const findingsView = defineView<FindingRow>({
  name: 'findings',
  on: {
    FindingRaised: {
      id: ({ findingId }) => findingId,
      row: (_, { data: { findingId: id, ...found }, meta }) => ({
        ...simulatedMarkOf({ meta }),
        id,
        ...found,
        status: 'found',
        steps: [],
      }),
    },
    FindingMoved: {
      id: ({ findingId }) => findingId,
      row: (row, { data: { status, movedAt: at, movedBy: by, sealed } }) =>
        row && {
          ...row,
          status,
          // Older logs have findings with more steps; the newest ones remain.
          steps: [...row.steps, { status, at, by, ...(sealed && { sealed }) }].slice(-MAX_FINDING_STEPS),
        },
    },
  },
})

interface FindingThresholdsRow extends Row {
  thresholds: FindingThresholds
}

/** Id of the row that contains the findings' thresholds. */
const FINDING_THRESHOLDS_ROW_ID = 'thresholds'

export const findingThresholdsView = defineView<FindingThresholdsRow>({
  name: 'thresholds',
  on: {
    FindingThresholdsSet: {
      id: () => FINDING_THRESHOLDS_ROW_ID,
      row: (_, { data: { thresholds } }) => ({ id: FINDING_THRESHOLDS_ROW_ID, thresholds }),
    },
  },
})

const UNRESOLVED = { status: { $in: ['found', 'open'] } }

export function createFindingReadHandlers(
  { sealer }: Pick<ViewReadDependencies, 'sealer'>,
  people: PersonDirectory,
): ReadHandlers {
  /** Adds the auditors' names and decrypted notes to findings. */
  async function toFindings(rows: Rows, found: readonly FindingRow[]): Promise<Finding[]> {
    const steps = found.flatMap((row) => row.steps)
    const noted = steps.filter(({ sealed }) => sealed !== undefined)
    const doers = found.flatMap(({ about }) => about.userId ?? [])
    const [known, opened] = await Promise.all([
      people.byId(rows, doers.concat(steps.map(({ by }) => by))),
      sealer.open<{ note: string }>(noted.map(({ by, sealed = '' }) => ({ personId: by, sealed }))),
    ])
    const notes = new Map(noted.map((step, index) => [step, opened[index]?.note ?? 'Erased with its author.']))
    return found.map(({ position: _position, happenedAt, raisedAt, steps: taken, ...row }) => ({
      ...row,
      evidence: [...row.evidence],
      happened_at: happenedAt,
      raised_at: raisedAt,
      ...(row.about.userId && { who: pseudonymOf(row.about.userId, known.get(row.about.userId)?.row.role) }),
      steps: taken.map((step) => ({
        status: step.status,
        at: step.at,
        by_id: step.by,
        by_name: known.get(step.by)?.name ?? 'Erased user',
        ...(notes.has(step) && { note: notes.get(step) }),
      })),
    }))
  }

  return {
    async findings({ query: { status, rule, page, size } }, { rows }) {
      const filter = { ...(status && { status }), ...(rule && { rule }) }
      const skip = (page - 1) * size
      const [found, total, waiting] = await Promise.all([
        rows.find<FindingRow>('findings', { filter, sort: { happenedAt: -1, id: 1 }, skip, limit: size }),
        rows.count('findings', filter),
        rows.count('findings', UNRESOLVED),
      ])
      return { findings: await toFindings(rows, found), total, waiting }
    },

    async findingThresholds(_call, { rows }) {
      const [row] = await rows.get<FindingThresholdsRow>('thresholds', [FINDING_THRESHOLDS_ROW_ID])
      return { thresholds: row?.thresholds ?? DEFAULT_FINDING_THRESHOLDS }
    },
  }
}
