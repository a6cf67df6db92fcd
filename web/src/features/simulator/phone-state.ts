/** State of a keypad phone: what is typed, the session's screen, and SMS. Pure. */
import type { DemoText } from '#contract/phone/views.ts'

/** Code that the operators would assign. The simulator calls the server whatever is dialled. */
export const SERVICE_CODE = '*920*44#'
const MAX_TYPED = 60

export type PhoneScreen =
  /** Before a call. */
  | { shows: 'idle' }
  | { shows: 'calling' }
  /** A screen of the session that waits for an answer. */
  | { shows: 'menu'; text: string }
  /** The last screen of the session, or a failure of the network. */
  | { shows: 'end'; text: string }
  | { shows: 'sms'; text: DemoText }

export interface PhoneState {
  screen: PhoneScreen
  typed: string
  /** Identifies the session; undefined without one. */
  session?: string
  texts: readonly DemoText[]
  /** Number of SMS that were not opened. */
  unread: number
}

export const INITIAL_PHONE: PhoneState = { screen: { shows: 'idle' }, typed: '', texts: [], unread: 0 }

export type PhoneEvent =
  | { type: 'typed'; text: string }
  | { type: 'erased' }
  | { type: 'called'; session: string }
  | { type: 'answered'; session: string; text: string; continues: boolean }
  | { type: 'hung-up' }
  | { type: 'texts-came'; texts: readonly DemoText[] }
  | { type: 'opened'; id: string }

/** Returns whether the call key sends the typed text now. */
export const canSend = ({ screen, typed }: PhoneState): boolean =>
  screen.shows === 'menu' ? typed !== '' : screen.shows !== 'calling'

export function nextPhone(state: PhoneState, event: PhoneEvent): PhoneState {
  const { screen, typed, session, texts, unread } = state
  switch (event.type) {
    case 'typed': {
      if (screen.shows === 'calling') return state
      // Typing after a call starts the next one.
      const before = screen.shows === 'menu' || screen.shows === 'idle' ? typed : ''
      const changed = { ...state, typed: (before + event.text).slice(0, MAX_TYPED) }
      return screen.shows === 'menu' ? changed : { ...changed, screen: { shows: 'idle' } }
    }
    case 'erased':
      return { ...state, typed: typed.slice(0, -1) }
    case 'called':
      return { ...state, screen: { shows: 'calling' }, typed: '', session: event.session }
    case 'answered': {
      // An answer after hanging up belongs to no call.
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
