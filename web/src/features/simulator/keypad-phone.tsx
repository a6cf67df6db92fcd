/**
 * Keypad phone with screen, keys and SMS.
 * The computer's keyboard also works.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconMessage, IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { RelativeTime } from '#web/ui/marks.tsx'
import { useKeyboardScrollable } from '#web/ui/page.tsx'
import classes from './simulator.module.css'
import { canSend, type PhoneState, USSD_SERVICE_CODE, type useKeypadPhone } from './use-phone.ts'

type Phone = ReturnType<typeof useKeypadPhone>

/** Keys of a phone and the letters printed on them. */
const KEYS = [
  ['1', ''],
  ['2', 'abc'],
  ['3', 'def'],
  ['4', 'ghi'],
  ['5', 'jkl'],
  ['6', 'mno'],
  ['7', 'pqrs'],
  ['8', 'tuv'],
  ['9', 'wxyz'],
  ['*', ''],
  ['0', '+'],
  ['#', ''],
] as const

const OTHER_FIELDS = 'input, textarea, select, [contenteditable]'

/** Handles the page's keyboard: characters, Enter, Backspace and Escape. */
function useKeyboard({ happen, send }: Pick<Phone, 'happen' | 'send'>): void {
  const latest = useRef({ happen, send })
  latest.current = { happen, send }
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      const at = target instanceof Element ? target : undefined
      if (ctrlKey || metaKey || altKey || at?.closest(OTHER_FIELDS)) return
      const isOnControl = at?.closest('a, button') !== null && at !== undefined
      if (key === 'Enter') {
        // If a button or link has the focus, Enter presses it and does not send the phone's input.
        if (isOnControl && !at?.closest('[data-digit]')) return
        event.preventDefault()
        void latest.current.send()
      } else if (key === 'Backspace') latest.current.happen({ type: 'erased' })
      else if (key === 'Escape') latest.current.happen({ type: 'hung-up' })
      else if ([...key].length === 1 && !(key === ' ' && isOnControl)) {
        event.preventDefault()
        latest.current.happen({ type: 'typed', text: key })
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Removes a clicked button's focus, so the space key does not press it. */
function releaseFocus({ detail, currentTarget }: MouseEvent<HTMLElement>): void {
  if (detail > 0) currentTarget.blur()
}

/** Returns the text on the simulated phone's screen, without the input that the user is typing. */
function screenText({ screen }: PhoneState): string {
  if (screen.shows === 'idle') return t`Dial ${{ code: USSD_SERVICE_CODE }}`
  if (screen.shows === 'calling') return t`USSD code running…`
  return screen.shows === 'sms' ? screen.text.text : screen.text
}

export function KeypadPhone({ phone, number }: { phone: Phone; number: string }) {
  const scroller = useKeyboardScrollable<HTMLPreElement>()
  const { state, happen, send } = phone
  useKeyboard(phone)
  const { screen, typed } = state
  return (
    <section className={classes.phone} aria-label={t`Phone`}>
      <div className={classes.glass}>
        <p className={classes.bar}>
          <span translate="no">{number}</span>
          {state.unread > 0 && (
            <span className={classes.unread}>
              <IconMessage size={14} stroke={1.75} aria-hidden="true" />
              {state.unread}
            </span>
          )}
        </p>
        <pre {...scroller} className={classes.text} role="status" aria-label={t`Screen of the phone`}>
          {screenText(state)}
        </pre>
        <output className={classes.typed} aria-label={t`Typed`} translate="no">
          {typed}
          {(screen.shows === 'menu' || screen.shows === 'idle') && (
            <span className={classes.caret} aria-hidden="true" />
          )}
        </output>
      </div>
      <div className={classes.calls}>
        <CallKey label={screen.shows === 'menu' ? t`Send` : t`Call`} tone="call" off={!canSend(state)} press={send}>
          <IconPhone size={20} stroke={1.75} aria-hidden="true" />
        </CallKey>
        <CallKey label={t`Erase`} off={typed === ''} press={() => happen({ type: 'erased' })}>
          <span aria-hidden="true">C</span>
        </CallKey>
        <CallKey label={t`Hang up`} tone="end" press={() => happen({ type: 'hung-up' })}>
          <IconPhoneOff size={20} stroke={1.75} aria-hidden="true" />
        </CallKey>
      </div>
      <div className={classes.keys}>
        {KEYS.map(([key, letters]) => (
          <button
            key={key}
            type="button"
            className={classes.key}
            data-digit
            data-letters={letters}
            translate="no"
            onClick={(event) => {
              releaseFocus(event)
              happen({ type: 'typed', text: key })
            }}
          >
            {key}
          </button>
        ))}
      </div>
    </section>
  )
}

interface CallKeyProps {
  label: string
  tone?: 'call' | 'end'
  off?: boolean
  press(): unknown
  children: ReactNode
}

/**
 * Button that starts or ends a call.
 * It keeps the focus when disabled, also during a call.
 */
function CallKey({ label, tone, off = false, press, children }: CallKeyProps) {
  return (
    <button
      type="button"
      className={classes.callKey}
      data-tone={tone}
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={(event) => {
        releaseFocus(event)
        if (!off) void press()
      }}
    >
      {children}
    </button>
  )
}

/** List of the SMS that arrived, newest first. */
export function SmsList({ phone: { state, happen } }: { phone: Phone }) {
  const { texts } = state
  return (
    <section className={classes.texts} aria-labelledby="texts-title">
      <h2 id="texts-title" className={classes.subtitle}>
        <Trans>SMS</Trans>
      </h2>
      <div aria-live="polite">
        {texts.length === 0 ? (
          <p className={classes.none}>
            <Trans>
              SMS to this number arrive here: after a report, when a truck comes, and when the bin was emptied.
            </Trans>
          </p>
        ) : (
          <ul className={classes.list}>
            {texts.toReversed().map(({ id, at, text }) => (
              <li key={id} className={classes.item}>
                <button
                  type="button"
                  className={classes.open}
                  onClick={(event) => {
                    releaseFocus(event)
                    happen({ type: 'opened', id })
                  }}
                >
                  {text}
                </button>
                <span className={classes.when}>
                  <RelativeTime iso={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
