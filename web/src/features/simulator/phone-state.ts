/** State of a keypad phone: typed text, screen of the session, and SMS. Contains only pure functions. */
import type { DemoSms } from '#contract/phone/views.ts'

/** Example of a code that the phone operators would assign. The simulator calls the server whatever code is dialled. */
export const SERVICE_CODE = '*920*44#'
const MAX_TYPED = 60

export type PhoneScreen =
  /** No call is in progress. */
  | { shows: 'idle' }
  | { shows: 'calling' }
  /** The session continues: the screen waits for an answer. */
  | { shows: 'menu'; text: string }
  /** The session has ended: its last screen, or a network failure. */
  | { shows: 'end'; text: string }
  | { shows: 'sms'; text: DemoSms }

export interface PhoneState {
  screen: PhoneScreen
  typed: string
  /** Id of the session; undefined if there is none. */
  session?: string
  texts: readonly DemoSms[]
  /** Number of SMS that were not opened yet. */
  unread: number
}

export const INITIAL_PHONE: PhoneState = { screen: { shows: 'idle' }, typed: '', texts: [], unread: 0 }

export type KeypadPhoneEvent =
  | { type: 'typed'; text: string }
  | { type: 'erased' }
  | { type: 'called'; session: string }
  | { type: 'answered'; session: string; text: string; continues: boolean }
  | { type: 'hung-up' }
  | { type: 'texts-came'; texts: readonly DemoSms[] }
  | { type: 'opened'; id: string }

/** Returns whether the call key sends the typed text at present. */
export const canSend = ({ screen, typed }: PhoneState): boolean =>
  screen.shows === 'menu' ? typed !== '' : screen.shows !== 'calling'

export function reduceKeypadPhone(state: PhoneState, event: KeypadPhoneEvent): PhoneState {
  const { screen, typed, session, texts, unread } = state
  switch (event.type) {
    case 'typed': {
      if (screen.shows === 'calling') return state
      // Text typed after the end of a session starts a new input.
      const before = screen.shows === 'menu' || screen.shows === 'idle' ? typed : ''
      const changed = { ...state, typed: (before + event.text).slice(0, MAX_TYPED) }
      return screen.shows === 'menu' ? changed : { ...changed, screen: { shows: 'idle' } }
    }
    case 'erased':
      return { ...state, typed: typed.slice(0, -1) }
    case 'called':
      return { ...state, screen: { shows: 'calling' }, typed: '', session: event.session }
    case 'answered': {
      // Ignores an answer that arrives after the user has hung up.
      if (session !== event.session) return state
      if (event.continues) return { ...state, screen: { shows: 'menu', text: event.text } }
      const { session: _, ...ended } = state
      return { ...ended, screen: { shows: 'end', text: event.text } }
    }
    case 'hung-up': {
      const { session: _, ...ended } = state
      return { ...ended, screen: { shows: 'idle' }, typed: '' }
    }
    case 'texts-came': {
      const fresh = event.texts.filter(({ id }) => !texts.some((known) => known.id === id)).length
      return fresh === 0 && event.texts.length === texts.length
        ? state
        : { ...state, texts: event.texts, unread: unread + fresh }
    }
    case 'opened': {
      const text = texts.find(({ id }) => id === event.id)
      if (!text || screen.shows === 'menu' || screen.shows === 'calling') return state
      return { ...state, screen: { shows: 'sms', text }, typed: '', unread: 0 }
    }
  }
}
