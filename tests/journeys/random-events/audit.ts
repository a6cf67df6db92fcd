/** Random events of auditing. */

import { DEFAULT_FINDING_THRESHOLDS, FINDING_RULES } from '#contract/audit/findings.ts'
import { CHECKPOINT_FAULTS } from '#contract/audit/kinds.ts'
import { type EventGenerator, ownerOf, pick, zoneOf } from './ingredients.ts'

let opened = 0
let keys = 1

const hourOf = (n: number) => `2026-03-01T${String(10 + n)}`

export const auditEventGenerators = {
  checkpoint: (n, m, { at }) => ({
    type: 'CheckpointMade',
    data: { checkpointId: hourOf(n), size: m + 1, root: 'r', note: 'n', madeAt: at },
  }),
  mailCheckpoint: (n, m, { at }) => ({
    type: 'CheckpointMailed',
    data: { checkpointId: hourOf(n), userId: `x${m}`, mailedAt: at },
  }),
  restoreLog: (n, m, { at }) => ({
    type: 'LogRestored',
    data: { size: n + 1, ...(m % 2 && { givenUp: { size: n + 1 + m, root: `r${m}` } }), restoredAt: at },
  }),
  withdrawCheckpoint: (n, m, { at }) => ({
    type: 'CheckpointWithdrawn',
    data: {
      ...{ checkpointId: hourOf(n), size: m + 1, root: 'r' },
      ...{ fault: pick(CHECKPOINT_FAULTS, m), withdrawnAt: at },
    },
  }),
  openPerson: async (n, m, { at, sealer }) => ({
    type: 'PersonOpened',
    data: {
      ...{ accessId: `x${++opened}`, userId: ownerOf(n), openedBy: pick(['a1', 'x1'], m), openedAt: at },
      sealed: await sealer.seal(ownerOf(n), { reason: `A complaint of ${m}` }),
    },
  }),
  lookUpPeople: async (n, m, { at, sealer }) => ({
    type: 'PeopleLookedUp',
    data: {
      ...{ lookUpId: `k${++opened}`, by: pick(['name', 'email'] as const, m), lookedUpBy: 'x1', lookedUpAt: at },
      found: [{ userId: ownerOf(n), sealed: await sealer.seal(ownerOf(n), { reason: `A complaint of ${m}` }) }],
    },
  }),
  raiseFinding: (n, m, { at }) => ({
    type: 'FindingRaised',
    data: {
      ...{ findingId: `g${n}`, rule: pick(FINDING_RULES, m), about: { zone: zoneOf(m), userId: 'd1' } },
      ...{ evidence: [n + 1], figures: { reports: m }, happenedAt: at, raisedAt: at },
    },
  }),
  moveFinding: async (n, m, { at, sealer }) => ({
    type: 'FindingMoved',
    data: {
      ...{ findingId: `g${n}`, status: pick(['open', 'explained', 'closed'] as const, m), movedBy: 'x1', movedAt: at },
      ...(m % 2 && { sealed: await sealer.seal('x1', { note: `It was ${n}` }) }),
    },
  }),
  thresholds: (n, _, { at }) => ({
    type: 'FindingThresholdsSet',
    data: { thresholds: { ...DEFAULT_FINDING_THRESHOLDS, fuelTolerance: n }, setBy: 'a1', setAt: at },
  }),
  changeKey: (n, m, { at }) => ({
    type: 'CheckpointKeyChanged',
    data: {
      ...{ number: ++keys, key: `key-${keys}`, previous: `key-${keys - 1}`, reason: `Reason ${n} of ${m}` },
      ...{ changedBy: 'a1', changedAt: at },
    },
  }),
} satisfies Record<string, EventGenerator>
