/** An unchanged start is not sent. */
import { expect, it } from 'vitest'
import { fieldOf, moveOf } from './start-time.ts'

it.each(['2027-10-31T00:15:00.000Z', '2027-10-31T01:15:30.000Z'])('leaves %s as it is', (start) =>
  expect(moveOf(fieldOf(start), start)).toBeUndefined(),
)

it('moves what was changed', () =>
  expect(moveOf('2027-10-31T03:00', '2027-10-31T00:15:00.000Z')).toEqual({
    scheduledStart: '2027-10-31T03:00:00.000Z',
  }))
