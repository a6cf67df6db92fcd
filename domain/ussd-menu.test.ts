/** Tests the phone menu: choices, repetitions, errors, new numbers. */
import { describe, expect, it } from 'vitest'
import { type UssdCaller, walkUssdMenu } from './ussd-menu.ts'

const zones = ['Ablekuma North', 'Ayawaso West', 'C', 'D', 'E', 'F', 'G', 'Tema East'].map((name) => ({
  name,
  code: name === 'Tema East' ? 'TE' : name.slice(0, 2).toUpperCase(),
}))
const known: UssdCaller = { isKnown: true, zones: [], languages: ['en', 'ak'] }
const stranger: UssdCaller = { ...known, isKnown: false, zones }
const MAIN = { shows: 'main', withTexts: true }
const walk = (inputs: string[], caller = known) => walkUssdMenu(inputs, caller)

describe('a known number', () => {
  it.each([
    ['1', { does: 'report' }],
    ['2', { does: 'status' }],
    ['3', { does: 'next' }],
    ['4', { does: 'reopen' }],
  ])('%s is an action of one input', (input, next) =>
    expect(walk([input])).toEqual({ next, isWrong: false, moves: [input] }),
  )

  it('chooses a language and goes on', () => {
    expect(walk(['0']).next).toEqual({
      shows: 'languages',
      choices: [
        { key: '11', label: 'en' },
        { key: '12', label: 'ak' },
      ],
      texts: { on: '13', off: '14' },
    })
    expect(walk(['0', '12'])).toEqual({ next: MAIN, isWrong: false, moves: ['0', '12'], language: 'ak' })
    expect(walk(['0', '12', '1'])).toMatchObject({ next: { does: 'report' }, language: 'ak' })
  })

  it('switches SMS on or off, whatever they were', () => {
    expect(walk(['0', '13']).next).toEqual({ does: 'texts', on: true })
    expect(walk(['0', '12', '0', '14'])).toMatchObject({ next: { does: 'texts', on: false }, language: 'ak' })
    expect(walk(['0', '15']).isWrong).toBe(true)
  })

  it('ignores what follows an action', () => expect(walk(['1', '4', '2'])).toEqual(walk(['1'])))
})

describe('a new number', () => {
  it('gets no SMS yet, so it chooses a language only', () => {
    expect(walk([], stranger).next).toEqual({ shows: 'main' })
    expect(walk(['0'], stranger).next).not.toHaveProperty('texts')
    expect(walk(['0', '14'], stranger).isWrong).toBe(true)
  })

  it('reports with three inputs', () =>
    expect(walk(['1', '12', '0'], stranger)).toEqual({
      next: { does: 'report', zone: 'Ayawaso West' },
      isWrong: false,
      moves: ['1', '12', '0'],
    }))

  it('gives a name, and a zone that is not listed by its code', () =>
    expect(walk(['1', ' te ', 'Naa  Ɔkɔ\u0000'], stranger).next).toEqual({
      does: 'report',
      zone: 'Tema East',
      name: 'Naa Ɔkɔ',
    }))

  it('is offered at most seven zones', () => {
    const { next } = walk(['1'], stranger)
    expect('choices' in next && next.choices.map(({ key }) => key)).toEqual(['11', '12', '13', '14', '15', '16', '17'])
    expect(walk(['1', '18'], stranger).isWrong).toBe(true)
  })

  it('has a name of at most forty letters', () =>
    expect(walk(['1', '11', 'x'.repeat(99)], stranger).next).toMatchObject({ name: 'x'.repeat(40) }))
})

describe('repetitions', () => {
  it.each([[['1', '1', '1']], [['1', '11', '11']], [['0', '0']], [['0', '11', '11']], [['1', 'TE', 'TE']]])(
    '%j is the screen of its first inputs',
    (inputs) => expect(walk(inputs, stranger)).toEqual(walk([...new Set(inputs)], stranger)),
  )

  it('never makes a choice, wherever an input comes twice', () => {
    const ways = ['0', '11', '1', '12', 'Ama']
    for (let at = 0; at < ways.length; at++) {
      const twice = [...ways.slice(0, at + 1), ...ways.slice(at)]
      expect(walk(twice, stranger)).toEqual(walk(ways, stranger))
    }
  })
})

describe('choices that are none', () => {
  it('show the same screen, and the third ends', () => {
    expect(walk(['9'])).toEqual({ next: MAIN, isWrong: true, moves: [] })
    expect(walk(['9', ''])).toEqual({ next: MAIN, isWrong: true, moves: [] })
    expect(walk(['9', '9', '9']).next).toEqual({ shows: 'given-up' })
  })

  it('count on one screen only', () =>
    expect(walk(['9', '8', '1', 'nowhere', 'x', '11', '5'], stranger)).toMatchObject({
      next: { shows: 'name' },
      isWrong: true,
    }))

  it.each(['__proto__', 'constructor', '-1', '1.5', '1e1', 'NaN', 'toString'])('%s is none', (input) => {
    expect(walk([input]).isWrong).toBe(true)
    expect(walk(['0', input]).isWrong).toBe(true)
    expect(walk(['1', input], stranger).isWrong).toBe(true)
  })
})
