/** The words and limits of the admin's screens. */
import { describe, expect, it } from 'vitest'
import { userChange } from './user-change.ts'
import { bytes, nameOf, utilizationTone } from './words.ts'

describe('the admin’s screens', () => {
  it.each([
    [0, 'done'],
    [60, 'done'],
    [60.1, 'progress'],
    [80, 'progress'],
    [80.1, 'critical'],
    [120, 'critical'],
  ])('colour a site that is %d %% full', (percent, tone) => expect(utilizationTone(percent)).toBe(tone))

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_500, '1.5 kB'],
    [83_182_665_728, '83 GB'],
    [4e15, '4000 TB'],
  ])('write %d bytes', (count, text) => expect(bytes(count)).toBe(text))

  it('know nobody who was erased by name', () => {
    expect(nameOf({ name: 'Ama Owusu', erased: false })).toBe('Ama Owusu')
    expect(nameOf({ name: '', erased: true })).toBe('Erased resident')
  })

  it('send a zone for residents and a facility for staff', () => {
    const form = { zone: 'Ayawaso West', facility: 'Depot' }
    expect(userChange({ role: 'resident', ...form })).toEqual({ role: 'resident', zone: 'Ayawaso West' })
    expect(userChange({ role: 'recycler', ...form })).toEqual({ role: 'recycler', facility: 'Depot' })
  })
})
