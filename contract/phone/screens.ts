/**
 * USSD screens in the caller's language, and keywords of SMS.
 * Letters are limited to the phone alphabet (GSM 7-bit).
 */

import { type Message, msg, type Translator } from '#contract/languages/message.ts'
import { lookUp } from '#domain/dictionary.ts'
import { MAX_USSD_SEPTETS, septetsOf, toGsm7, truncateToGsm7 } from '#domain/gsm7.ts'
import type { UssdChoice, UssdScreen } from '#domain/ussd-menu.ts'
import { LANGUAGE_NAMES } from '../languages/locales.ts'
import { toDateTimeValue, toTimeValue } from '../languages/values.ts'

const MAIN_CHOICES: readonly [key: string, label: Message][] = [
  ['1', msg`My bin is full`],
  ['2', msg`My report`],
  ['3', msg`Next collection`],
  ['4', msg`It was not collected`],
]
const LANGUAGE = msg`Language`
const LANGUAGE_AND_SMS = msg`Language, SMS`

/** Messages that end a USSD session. */
export const USSD_SESSION_END_MESSAGES = {
  'given-up': msg`That is not one of the choices. Please dial again.`,
  expired: msg`This session has ended. Please dial again.`,
  unreadable: msg`We could not read this. Please dial again.`,
  'too-many': msg`You have called very often. Please try again in 15 minutes.`,
  unavailable: msg`This is not working right now. Please dial again in a moment.`,
  'no-number': msg`Your number is hidden, so we can't find your bin.`,
  'no-zones': msg`We do not collect here yet.`,
  'texts-on': msg`You get SMS about your bin from now on.`,
  'texts-off': msg`You get no SMS from now on. To see your report, dial again and choose 2.`,
  'no-report': msg`You have no report yet. When your bin is full, dial again and choose 1.`,
} as const satisfies Record<string, Message>

export const createBinReportedMessage = (zone: string, reference: string) =>
  msg`Your bin in ${{ zone }} is reported full. Reference: ${{ reference }}. We will send you an SMS when a truck is coming.`

export const createReportReopenedMessage = (reference: string) =>
  msg`We are sorry. Your report is open again. Reference: ${{ reference }}.`

interface Reported {
  timeZone: string
  at: string
  reference: string
}

export const createReportWaitingMessage = ({ timeZone, at, reference }: Reported) =>
  msg`Reported ${{ at: toDateTimeValue(timeZone, at) }}. It is waiting for a truck. Reference: ${{ reference }}.`

export const createTruckUnderWayMessage = ({ timeZone, at, reference }: Reported) =>
  msg`Reported ${{ at: toDateTimeValue(timeZone, at) }}. A truck is on its way. Reference: ${{ reference }}.`

export const createReportCollectedMessage = ({ timeZone, at, reference }: Reported) =>
  msg`Collected ${{ at: toDateTimeValue(timeZone, at) }}. Reference: ${{ reference }}.`

export const createNextCollectionMessage = (zone: string, timeZone: string, from: string, until: string) =>
  msg`${{ zone }}: a truck comes between ${{ from: toDateTimeValue(timeZone, from) }} and ${{ until: toTimeValue(timeZone, until) }}. Please put your bin out before then.`

export const createNoCollectionMessage = (zone: string) =>
  msg`No collection is planned in ${{ zone }} yet. We will send you an SMS when one is planned.`

interface Rendering {
  translate: Translator
  isWrong: boolean
}

/**
 * Returns the text of a USSD screen with all its choices.
 * The text has at most 160 characters.
 */
export function renderUssdScreen(screen: UssdScreen, { translate, isWrong }: Rendering): string {
  const lines = (head: Message, choices: readonly UssdChoice[]) =>
    withChoices(translate(isWrong ? msg`Choose one of these:` : head), choices)
  switch (screen.shows) {
    case 'main':
      return withChoices(
        isWrong ? translate(msg`Choose one of these:`) : 'WasteSense',
        [...MAIN_CHOICES, ['0', screen.withTexts ? LANGUAGE_AND_SMS : LANGUAGE] as const].map(([key, label]) => ({
          key,
          label: translate(label),
        })),
      )
    case 'languages':
      return lines(screen.texts ? LANGUAGE_AND_SMS : LANGUAGE, [
        ...screen.choices.map(({ key, label }) => ({ key, label: lookUp(LANGUAGE_NAMES, label) ?? label })),
        ...(screen.texts
          ? [
              { key: screen.texts.on, label: translate(msg`SMS on`) },
              { key: screen.texts.off, label: translate(msg`SMS off`) },
            ]
          : []),
      ])
    case 'zones':
      return lines(msg`Your zone, or its code:`, screen.choices)
    case 'name':
      return truncateToGsm7(
        translate(isWrong ? msg`Type your name in letters, or 0 for none.` : msg`Your name? Type it, or 0 for none.`),
      )
    case 'given-up':
      return truncateToGsm7(translate(USSD_SESSION_END_MESSAGES['given-up']))
  }
}

/**
 * Appends the menu choices to a USSD screen.
 * Shortens their labels, so that no choice is cut off.
 */
function withChoices(head: string, choices: readonly UssdChoice[]): string {
  const labels = choices.map(({ label }) => toGsm7(label))
  const screen = (most: number) =>
    [toGsm7(head), ...choices.map(({ key }, index) => `${key} ${truncateToGsm7(labels[index] ?? '', most)}`)].join('\n')
  for (let most = MAX_USSD_SEPTETS; most > 3; most--)
    if (septetsOf(screen(most)) <= MAX_USSD_SEPTETS) return screen(most)
  return truncateToGsm7(screen(4))
}

/** Words that people can send by SMS, in every language. */
export const SMS_KEYWORDS = {
  report: msg`FULL`,
  status: msg`STATUS`,
  stop: msg`STOP`,
} as const satisfies Record<string, Message>
export type SmsKeyword = keyof typeof SMS_KEYWORDS
