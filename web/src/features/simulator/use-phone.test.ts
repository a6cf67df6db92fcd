/** Tests the keypad phone: typing, sessions and SMS. */
import { describe, expect, it } from 'vitest'
import { canSend, INITIAL_PHONE, type KeypadPhoneEvent, type PhoneState, reduceKeypadPhone } from './use-phone.ts'

const phoneAfter = (...events: KeypadPhoneEvent[]): PhoneState => events.reduce(reduceKeypadPhone, INITIAL_PHONE)
const text = (id: string) => ({ id, at: '2026-03-04T10:00:00.000Z', text: `SMS ${id}` })
const menu = { type: 'answered', session: 's', text: '1 My bin is full', continues: true } as const
const end = { ...menu, text: 'Reported', continues: false } as const
const called = { type: 'called', session: 's' } as const
const typed = (words: string) => ({ type: 'typed', text: words }) as const

describe('the keypad phone', () => {
  it('types, erases and calls', () => {
    expect(phoneAfter(typed('*92'), typed('0'), { type: 'erased' }).typed).toBe('*92')
    expect(phoneAfter(typed('*920#'), called)).toMatchObject({ screen: { shows: 'calling' }, typed: '', session: 's' })
    expect(phoneAfter(called, typed('1')).typed).toBe('')
  })

  it('answers a screen, which needs a text', () => {
    expect(phoneAfter(called, menu).screen).toEqual({ shows: 'menu', text: '1 My bin is full' })
    expect(canSend(phoneAfter(called, menu))).toBe(false)
    expect(canSend(phoneAfter(called, menu, typed('1')))).toBe(true)
    expect(canSend(phoneAfter(called))).toBe(false)
    expect(canSend(phoneAfter())).toBe(true)
  })

  it('ends the session with its last screen; typing begins another', () => {
    const ended = phoneAfter(called, menu, end)
    expect(ended.screen).toEqual({ shows: 'end', text: 'Reported' })
    expect(ended.session).toBeUndefined()
    expect(reduceKeypadPhone(ended, typed('*'))).toMatchObject({ screen: { shows: 'idle' }, typed: '*' })
  })

  it('ignores an answer after hanging up', () => {
    expect(phoneAfter(called, { type: 'hung-up' }, menu).screen).toEqual({ shows: 'idle' })
    expect(phoneAfter(called, { type: 'hung-up' }, { type: 'called', session: 't' }, menu).screen).toEqual({
      shows: 'calling',
    })
  })

  it('counts new SMS, and opens one outside of a session', () => {
    const came = (...ids: string[]) => ({ type: 'texts-came', texts: ids.map(text) }) as const
    expect(phoneAfter(came('a'), came('a', 'b')).unread).toBe(2)
    const first = phoneAfter(came('a'))
    expect(reduceKeypadPhone(first, came('a'))).toBe(first)
    expect(reduceKeypadPhone(first, { type: 'opened', id: 'a' })).toMatchObject({ screen: { shows: 'sms' }, unread: 0 })
    expect(phoneAfter(came('a'), called, menu, { type: 'opened', id: 'a' }).screen.shows).toBe('menu')
  })
})
