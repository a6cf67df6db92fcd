/** The history's state and its address: what one says the other says again. */
import { expect, it } from 'vitest'
import { type HistoryState, readState, searchOf, startIn } from './history-state.ts'

const states: HistoryState[] = [
  { filter: {}, start: undefined, event: undefined },
  { filter: { zone: 'Ablekuma North', kind: 'BinReportedFull' }, start: { at: 12 }, event: 0 },
  { filter: { from: '2026-03-01', thing: 'truck:T001' }, start: { day: '2026-03-12' }, event: 99 },
]

it.each(states)('comes back from its address: %j', (state) => {
  expect(readState(new URLSearchParams(searchOf(state)))).toEqual(state)
})

it('leaves out what makes no sense', () => {
  expect(readState(new URLSearchParams('?at=soon&event=-1&zone=%20&other=1'))).toEqual(states[0])
  expect(searchOf(states[0] as HistoryState)).toBe('')
})

it('reads where to jump to', () => {
  expect(startIn('2026-03-12')).toEqual({ day: '2026-03-12' })
  expect(startIn('#1,234,567')).toEqual({ at: 1_234_567 })
  expect(startIn('2026-13-45')).toBeUndefined()
  expect(startIn('yesterday')).toBeUndefined()
})
