/** Findings: rules raise them, auditors process them, admins set the thresholds. */

import { type FindingStatus, MAX_FINDING_STEPS, type RaiseFindingCommand } from '#contract/audit/findings.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { toNumberValue } from '#contract/languages/values.ts'
import type { Handlers } from '#platform/http/api.ts'
import { type FindingState, findingAggregate, findingThresholdsAggregate } from '../aggregates/audit.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

type FindingPorts = Pick<Kernel, 'store' | 'clock' | 'sealer'>

/** RaiseFinding: raises a finding once. */
export async function raiseFinding(
  { store, clock }: Omit<FindingPorts, 'sealer'>,
  { type: _, simulated, ...found }: RaiseFindingCommand,
  commandId: string,
): Promise<void> {
  const envelope = { ...createPolicyEnvelope(commandId), ...(simulated && { simulated }) }
  const decide = ({ status }: FindingState) =>
    status ? [] : [createEvent('FindingRaised', { ...found, raisedAt: clock().toISOString() })]
  const handled = await handleCommand(
    store,
    findingAggregate.stream(found.findingId),
    findingAggregate,
    decide,
    envelope,
    'new',
  )
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}

interface MoveFinding {
  findingId: string
  status: Exclude<FindingStatus, 'found'>
  sealed?: string
  movedBy: string
}

/**
 * MoveFinding: changes the status of a finding.
 * Each step happens once, but an explanation can be amended.
 * A closed finding must be reopened first.
 * A finding with the maximum number of steps can only be closed.
 */
export const changeFindingStatus: Decider<MoveFinding, FindingState, 'finding'> = (command, { status, steps }, now) => {
  if (!status) return reject('not-found', msg`There is no such finding.`)
  if (status === command.status && status !== 'explained')
    return reject(
      'conflict',
      status === 'open' ? msg`This finding is already in review.` : msg`This finding is already closed.`,
    )
  if (status === 'closed' && command.status !== 'open')
    return reject('conflict', msg`This finding is closed. Reopen it first.`)
  if (steps >= MAX_FINDING_STEPS && command.status !== 'closed')
    return reject('conflict', msg`This finding has ${{ amount: toNumberValue(steps) }} steps, which is the limit.`)
  return [createEvent('FindingMoved', { ...command, movedAt: now.toISOString() })]
}

const DONE = {
  open: msg`Review started`,
  explained: msg`The explanation was saved`,
  closed: msg`The finding was closed`,
} as const

export function createFindingHandlers({ store, clock, sealer }: FindingPorts): Handlers {
  return {
    async moveFinding({ params: { id: findingId }, body, principal: { userId: movedBy }, envelope }) {
      const { status } = body
      const sealed = 'note' in body ? await sealer.seal(movedBy, { note: body.note }) : undefined
      const decide = (state: FindingState) =>
        changeFindingStatus({ findingId, status, ...(sealed && { sealed }), movedBy }, state, clock())
      const handled = await handleCommand(store, findingAggregate.stream(findingId), findingAggregate, decide, envelope)
      if (isRejection(handled)) return handled
      return { message: DONE[status], status, position: handled.position }
    },

    async setFindingThresholds({ body: thresholds, principal: { userId: setBy }, envelope }) {
      const decide = () => [createEvent('FindingThresholdsSet', { thresholds, setBy, setAt: clock().toISOString() })]
      const handled = await handleCommand(
        store,
        findingThresholdsAggregate.stream(),
        findingThresholdsAggregate,
        decide,
        envelope,
      )
      if (isRejection(handled)) return handled
      return { thresholds, position: handled.position }
    },
  }
}
