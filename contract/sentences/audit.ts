/** Sentences of what auditing writes itself. */
import type { audit as events } from '../events/audit.ts'
import { amount, type Sentences } from './names.ts'

export const audit: Sentences<keyof typeof events> = {
  CheckpointMade: ({ size }) => `The log was signed up to its first ${amount(size, 'events')}`,
  CheckpointMailed: ({ userId }, { person }) => `A checkpoint was mailed to ${person(userId)}`,
  PersonOpened: ({ userId, openedBy }, { person }) => `${person(openedBy)} opened the name of ${person(userId)}`,
  CheckpointKeyChanged: ({ number, changedBy }, { person }) =>
    `${person(changedBy)} had another key sign from now on, number ${number}`,
}
