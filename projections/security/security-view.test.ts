/** Tests the rows of the security log. */
import { describe, it } from 'vitest'
import { givenEvents } from '../runner/fixtures.ts'
import { securityView } from './security-view.ts'

const at = '2026-03-01T08:00:00.000Z'
const signedIn = { userId: 'd1', role: 'dispatcher', signedInAt: at } as const

describe('a sign-in of staff', () => {
  it('has one row, with its origin', () =>
    givenEvents(securityView, [{ type: 'StaffSignedIn', data: { ...signedIn, origin: 'o1' } }]).then(`d1/${at}`, {
      ...{ id: `d1/${at}`, kind: 'signed-in', at, userId: 'd1', origin: 'o1' },
      position: 1,
    }))

  it('of an older log has only the row of the note beside it', async () => {
    const note = { noteId: 'n1', kind: 'signed-in', userId: 'd1', origin: 'o1', notedAt: at } as const
    const rows = givenEvents(securityView, [
      { type: 'StaffSignedIn', data: signedIn },
      { type: 'SecurityNoted', data: note },
    ])
    await rows.then(`d1/${at}`, undefined)
    await rows.then('n1', { id: 'n1', kind: 'signed-in', at, userId: 'd1', origin: 'o1', position: 2 })
  })
})
