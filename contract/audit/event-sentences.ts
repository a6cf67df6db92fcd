/** Sentences of audit events. */

import { countNoun } from '#domain/number-format.ts'
import { ifDefined, joinWords, type Sentences } from '../event-names.ts'
import type { audit as events } from './events.ts'
import type { FindingRule } from './findings.ts'

const FOUND: Record<FindingRule, string> = {
  'collected-at-once': 'a report was collected at once',
  'collected-without-truck': 'reports were collected with no truck there',
  'collected-out-of-hours': 'reports were collected out of hours',
  'weight-far-from-estimate': 'a weight is far from its estimate',
  'composition-typed': 'compositions were repeatedly typed without a photo',
  'fuel-above-tank': 'more fuel was logged than the tank holds',
  'configuration-back-and-forth': 'a setting was changed back and forth',
}

export const audit: Sentences<keyof typeof events> = {
  CheckpointMade: ({ size }) =>
    `The first ${countNoun(size, 'event')} of the log ${size === 1 ? 'was' : 'were'} signed`,
  CheckpointMailed: ({ userId }, { person }) => `A checkpoint was mailed to ${person(userId)}`,
  LogRestored: ({ size, givenUp }) =>
    `The log was restored to its first ${countNoun(size, 'event')}${ifDefined(givenUp, (lost) => `; ${countNoun(lost.size - size, 'later event')} dropped`)}`,
  CheckpointWithdrawn: ({ size }) => `A checkpoint over ${countNoun(size, 'event')} was withdrawn`,
  PersonOpened: ({ userId, openedBy }, { person }) => `${person(openedBy)} opened the name of ${person(userId)}`,
  PeopleLookedUp: ({ by, found, unlisted, lookedUpBy }, { person }) => {
    if (found.length > 0)
      return `${person(lookedUpBy)} looked up ${joinWords(found.map(({ userId }) => person(userId)))} by ${by}`
    return `${person(lookedUpBy)} searched for a person by ${by} and found ${unlisted ? `too many (${unlisted})` : 'nobody'}`
  },
  FindingRaised: ({ rule, about: { zone, vehicleId, deliveryId, setting } }) =>
    `A finding: ${FOUND[rule]}${ifDefined(zone, (name) => ` in ${name}`)}${ifDefined(vehicleId, (id) => ` (${id})`)}${ifDefined(deliveryId, (id) => ` (${id})`)}${ifDefined(setting, (path) => ` (${path})`)}`,
  FindingMoved: ({ status, movedBy }, { person }) =>
    status === 'open' ? `${person(movedBy)} started to review a finding` : `${person(movedBy)} ${status} a finding`,
  FindingThresholdsSet: ({ setBy }, { person }) => `${person(setBy)} changed the thresholds of findings`,
  CheckpointKeyChanged: ({ number, changedBy }, { person }) =>
    `${person(changedBy)} changed the checkpoint key to number ${number}`,
}
