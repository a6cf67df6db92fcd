/** Tests button presses in the guided tour: at its start, at its end, and in succession. */
import { describe, expect, it } from 'vitest'
import { firstMomentOfScene, reduceTourState, type TourAction } from './tour-controls.tsx'

const moment = (scene: number) => ({ time: '', position: '', scene, ms: 1 })
/**
 * A recording of five points in time, in three scenes.
 * The second scene has three of them.
 */
const tape = { moments: [0, 1, 1, 1, 2].map(moment) }
const at = (from: number, press: TourAction, isPlaying = false) =>
  reduceTourState(tape, { moment: from, isPlaying }, press)

describe('a press', () => {
  it('steps to beginnings of scenes, and twice to the one after that', () => {
    expect(at(0, 'next').moment).toBe(1)
    expect(at(at(0, 'next').moment, 'next').moment).toBe(4)
    expect(at(2, 'next').moment).toBe(4)
  })

  it('back leads to where the scene began, and from there to the one before', () => {
    expect(at(3, 'back').moment).toBe(1)
    expect(at(1, 'back').moment).toBe(0)
    expect(at(4, 'back').moment).toBe(1)
  })

  it('does nothing at either end', () => {
    expect(at(0, 'back', true)).toEqual({ moment: 0, isPlaying: true })
    expect(at(4, 'next')).toEqual({ moment: 4, isPlaying: false })
  })

  it('on the last moment the tour has ended; playing it begins anew', () => {
    expect(at(3, 'on', true)).toEqual({ moment: 4, isPlaying: false })
    expect(at(4, 'play')).toEqual({ moment: 0, isPlaying: true })
    expect(at(4, 'restart')).toEqual({ moment: 0, isPlaying: true })
  })

  it('pausing and playing keep the moment', () => {
    expect(at(2, 'pause', true)).toEqual({ moment: 2, isPlaying: false })
    expect(at(2, 'play')).toEqual({ moment: 2, isPlaying: true })
  })
})

it.each([
  ['1', 0],
  ['2', 1],
  ['3', 4],
  ['4', 0],
  ['-1', 0],
  ['two', 0],
  ['', 0],
  [null, 0],
])('an address that names scene %s begins at moment %i', (named, moment) => {
  expect(firstMomentOfScene(tape, named)).toBe(moment)
})
