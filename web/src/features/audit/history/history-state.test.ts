/** The history's state and its address convert into each other. */
import { expect, it } from 'vitest'
import { type HistoryState, readState, searchOf, startIn, wrongDates } from './history-state.ts'

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
  const today = '2026-03-12'
  const start = (text: string) => startIn(text, today)
  expect(['2026-03-12', '12 Mar', '12/03/2026', 'today'].map(start)).toEqual(Array(4).fill({ day: today }))
  expect(start('last Tuesday')).toEqual({ day: '2026-03-10' })
  expect(start('#1,234,567')).toEqual({ at: 1_234_567 })
  expect([start('2026-13-45'), start('soon')]).toEqual([undefined, undefined])
})

it('names the dates of an address that are none', () => {
  expect(wrongDates({ from: '19 Foo', to: '2026-02-30' })).toEqual({
    from: 'Date input not valid.',
    to: 'Date input not valid.',
  })
  expect(wrongDates({ from: '2026-02-28', zone: 'soon' })).toEqual({})
})
