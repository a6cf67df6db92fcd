/** A simulated phone: its number, its calls to the gateway's endpoint, and the SMS that it receives. */
import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useReducer, useState } from 'react'
import type { DemoPhone } from '#contract/phone/views.ts'
import { type Failure, newId } from '#web/lib/api/api.ts'
import { tabStorage } from '#web/lib/format/storage.ts'
import { useDemoTextsMutation, useOpenDemoPhoneMutation, useUssdArkeselMutation } from './calls.ts'
import { canSend, INITIAL_PHONE, reduceKeypadPhone, SERVICE_CODE } from './phone-state.ts'

/** Storage key of the simulated phone. Each browser tab has a phone of its own and keeps its number across reloads. */
const STORAGE_KEY = 'wastesense_demo_phone'
/** Interval in ms at which the phone asks for new SMS. */
const LOOK_MS = 2_000
const NOT_FOUND = 404

function storedPhone(): DemoPhone | undefined {
  const stored = tabStorage.getItem(STORAGE_KEY)
  return stored === null ? undefined : (JSON.parse(stored) as DemoPhone)
}

/** State of the phone's number. `none` means that the server has no simulator. */
export type PhoneNumberState =
  | { state: 'opening' }
  | { state: 'none' }
  | { state: 'failed' }
  | { state: 'open'; phone: DemoPhone }

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
    } else setLine({ state: (error as Failure).status === NOT_FOUND ? 'none' : 'failed' })
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
      // Opens a new phone, because a restarted server no longer knows the old one.
      else if ((error as Failure).status === NOT_FOUND) await open()
    }
    void look(phone.secret)
    const timer = setInterval(() => void look(phone.secret), LOOK_MS)
    return () => clearInterval(timer)
  }, [phone, readTexts, open])

  /** Sends the typed text to the session. Without a session, dials a new one. */
  async function send(): Promise<void> {
    if (!phone || !canSend(state)) return
    const isDialling = state.screen.shows !== 'menu'
    const session = isDialling || !state.session ? newId() : state.session
    const userData = state.typed || SERVICE_CODE
    happen({ type: 'called', session })
    const { data, error } = await callGateway({
      id: phone.secret,
      body: { sessionID: session, userID: 'demo', newSession: isDialling, msisdn: phone.number.slice(1), userData },
    })
    if (data) return happen({ type: 'answered', session, text: data.message, continues: data.continueSession })
    happen({ type: 'answered', session, text: t`Connection problem or invalid code.`, continues: false })
    if ((error as Failure).status === NOT_FOUND) await open()
  }

  return { line, state, happen, send, retry: open }
}
