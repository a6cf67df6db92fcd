/** Sentences that describe the events of auditing. */

import { type Message, msg, plural } from '#contract/languages/message.ts'
import { appendDetails, type EventSentences, joinWords } from '../event-names.ts'
import type { auditEvents as events } from './events.ts'
import type { FindingRule } from './findings.ts'
import type { LookUpField } from './kinds.ts'

const FINDING_TEXTS: Record<FindingRule, Message> = {
  'collected-at-once': msg`a report was collected too soon`,
  'collected-without-truck': msg`reports were collected with no truck there`,
  'collected-out-of-hours': msg`reports were collected at night`,
  'weight-far-from-estimate': msg`a weight is far from its estimate`,
  'composition-typed': msg`compositions were repeatedly typed without a photo`,
  'fuel-above-tank': msg`more fuel was logged than the tank holds`,
  'configuration-back-and-forth': msg`a setting was changed and changed back`,
  'collected-without-proof': msg`bins were collected without proof`,
  'proof-far-from-bin': msg`a driver’s phone was far from the bin`,
}

const LOOKED_UP: Record<LookUpField, Message> = { name: msg`name`, email: msg`email` }

export const auditEventSentences: EventSentences<keyof typeof events> = {
  CheckpointMade: ({ size }) =>
    msg`${plural({ size }, { one: 'The first # event of the log was signed', other: 'The first # events of the log were signed' })}`,
  CheckpointMailed: ({ userId }, { person }) => msg`A checkpoint was emailed to ${{ who: person(userId) }}`,
  LogRestored: ({ size, givenUp }) =>
    appendDetails(
      msg`The log was restored to its first ${plural({ size }, { one: '# event', other: '# events' })}`,
      [
        givenUp &&
          msg`${plural({ dropped: givenUp.size - (givenUp.common ?? size) }, { one: '# later event dropped', other: '# later events dropped' })}`,
      ],
      '; ',
    ),
  CheckpointWithdrawn: ({ size }) =>
    msg`A checkpoint of the first ${plural({ size }, { one: '# event', other: '# events' })} was withdrawn`,
  PersonOpened: ({ userId, openedBy }, { person }) =>
    msg`${{ by: person(openedBy) }} viewed the name of ${{ who: person(userId) }}`,
  PeopleLookedUp: ({ by, found, unlisted, lookedUpBy }, { person }) => {
    const who = person(lookedUpBy)
    if (found.length > 0) {
      const people = joinWords(found.map(({ userId }) => person(userId)))
      return msg`${{ who }} looked up ${{ people }} by ${{ by: LOOKED_UP[by] }}`
    }
    return unlisted
      ? msg`${{ who }} searched for a person by ${{ by: LOOKED_UP[by] }} and found too many (${{ unlisted }})`
      : msg`${{ who }} searched for a person by ${{ by: LOOKED_UP[by] }} and found nobody`
  },
  FindingRaised: ({ rule, about: { zone, vehicleId, deliveryId, setting } }) => {
    const found = FINDING_TEXTS[rule]
    const sentence = zone === undefined ? msg`A finding: ${{ found }}` : msg`A finding: ${{ found }} in ${{ zone }}`
    const details = [vehicleId, deliveryId, setting].map((id) => (id === undefined ? undefined : msg`(${{ id }})`))
    return appendDetails(sentence, details, ' ')
  },
  FindingMoved: ({ status, movedBy }, { person }) => {
    const who = person(movedBy)
    if (status === 'open') return msg`${{ who }} started to review a finding`
    return status === 'explained' ? msg`${{ who }} explained a finding` : msg`${{ who }} closed a finding`
  },
  FindingThresholdsSet: ({ setBy }, { person }) => msg`${{ who: person(setBy) }} changed the thresholds of findings`,
  CheckpointKeyChanged: ({ number, changedBy }, { person }) =>
    msg`${{ who: person(changedBy) }} changed the checkpoint key. It is now number ${{ number }}`,
}
