/**
 * Simulated keypad phone: number, calls to the gateway's endpoint, received SMS.
 * Pure functions compute its state (typed text, screen, SMS).
 */

import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useReducer, useState } from 'react'
import type { DemoPhone, DemoSms } from '#contract/phone/views.ts'
import { api, createId, type RequestFailure } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'
import { tabStorage } from '#web/lib/format/storage.ts'

/**
 * Example of a USSD code that phone operators assign.
 * The simulated phone calls our server whatever code is dialled.
 */
export const USSD_SERVICE_CODE = '*920*44#'

/**
 * Session storage key of the simulated phone's state.
 * Each browser tab has its own phone, which survives reloads.
 */
const STORAGE_KEY = 'wastesense_demo_phone'
/** Interval in ms at which the phone asks for new SMS. */
const SMS_POLL_MS = 2_000
const NOT_FOUND = 404

/**
 * State of the simulated phone's number.
 * `none` means that the server has no phone simulator.
 */
type PhoneNumberState =
  | { state: 'opening' }
  | { state: 'none' }
  | { state: 'failed' }
  | { state: 'open'; phone: DemoPhone }

/** API endpoints of the simulator: this tab's phone and its SMS. */
const calls = api.injectEndpoints({
  endpoints: (build) => ({
    openDemoPhone: build.mutation(defineCommand('openDemoPhone')),
    demoTexts: build.mutation(defineCommand('demoTexts')),
    ussdArkesel: build.mutation(defineCommand('ussdArkesel')),
  }),
})

const { useOpenDemoPhoneMutation, useDemoTextsMutation, useUssdArkeselMutation } = calls

export function useKeypadPhone() {
  const [line, setLine] = useState<PhoneNumberState>({ state: 'opening' })
  const [state, happen] = useReducer(reduceKeypadPhone, INITIAL_PHONE)
  const [openPhone] = useOpenDemoPhoneMutation()
  const [readTexts] = useDemoTextsMutation()
  const [callGateway] = useUssdArkeselMutation()
  const phone = line.state === 'open' ? line.phone : undefined

  const open = useCallback(async () => {
    const { data, error } = await openPhone()
    if (data) {
      tabStorage.setItem(STORAGE_KEY, JSON.stringify(data))
      setLine({ state: 'open', phone: data })
    } else setLine({ state: (error as RequestFailure).status === NOT_FOUND ? 'none' : 'failed' })
  }, [openPhone])

  useEffect(() => {
    const stored = storedPhone()
    if (stored) setLine({ state: 'open', phone: stored })
    else void open()
  }, [open])

  useEffect(() => {
    if (!phone) return
    async function look(secret: string) {
      if (document.hidden) return
      const { data, error } = await readTexts({ id: secret })
      if (data) happen({ type: 'texts-came', texts: data.texts })
      // If the server forgot the simulated phone after a restart, opens a new one.
      else if ((error as RequestFailure).status === NOT_FOUND) await open()
    }
    void look(phone.secret)
    const timer = setInterval(() => void look(phone.secret), SMS_POLL_MS)
    return () => clearInterval(timer)
  }, [phone, readTexts, open])

  /** Sends the typed text to the session, or dials a new session. */
  async function send(): Promise<void> {
    if (!phone || !canSend(state)) return
    const isDialling = state.screen.shows !== 'menu'
    const session = isDialling || !state.session ? createId() : state.session
    const userData = state.typed || USSD_SERVICE_CODE
    happen({ type: 'called', session })
    const { data, error } = await callGateway({
      id: phone.secret,
      body: { sessionID: session, userID: 'demo', newSession: isDialling, msisdn: phone.number.slice(1), userData },
    })
    if (data) return happen({ type: 'answered', session, text: data.message, continues: data.continueSession })
    happen({ type: 'answered', session, text: t`Connection problem or invalid code.`, continues: false })
    if ((error as RequestFailure).status === NOT_FOUND) await open()
  }

  return { line, state, happen, send, retry: open }
}

function storedPhone(): DemoPhone | undefined {
  const stored = tabStorage.getItem(STORAGE_KEY)
  return stored === null ? undefined : (JSON.parse(stored) as DemoPhone)
}
const MAX_TYPED = 60

type PhoneScreen =
  /** No call is in progress. */
  | { shows: 'idle' }
  | { shows: 'calling' }
  /** The USSD session continues, and the screen waits for the user's answer. */
  | { shows: 'menu'; text: string }
  /**
   * The USSD session has ended.
   * The text is its last screen, or says that the network failed.
   */
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

/** Returns whether the call key has an effect now: it dials, or sends the typed text. */
export const canSend = ({ screen, typed }: PhoneState): boolean =>
  screen.shows === 'menu' ? typed !== '' : screen.shows !== 'calling'

export function reduceKeypadPhone(state: PhoneState, event: KeypadPhoneEvent): PhoneState {
  const { screen, typed, session, texts, unread } = state
  switch (event.type) {
    case 'typed': {
      if (screen.shows === 'calling') return state
      // Text typed after a session's end starts a new input.
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
