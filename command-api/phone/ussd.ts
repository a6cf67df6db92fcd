/** Answers USSD callbacks: stores the session, walks the menu, runs the choice. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isRejection } from '#contract/http/problems.ts'
import { LOCALES, type Locale, SOURCE_LOCALE } from '#contract/languages/locales.ts'
import type { Message } from '#contract/languages/message.ts'
import type { PhoneGateway } from '#contract/phone/gateways.ts'
import { renderUssdScreen, USSD_SESSION_END_MESSAGES } from '#contract/phone/screens.ts'
import { truncateToGsm7 } from '#domain/gsm7.ts'
import { type UssdMenuPosition, walkUssdMenu } from '#domain/ussd-menu.ts'
import { createKeyedMutex } from '#platform/keyed-mutex.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { createMemoryLimiter } from '#platform/limiters.ts'
import { parsePossibleNumber } from '#platform/phone/e164.ts'
import { createMemoryUssdSessions, PHONE_SESSION_MS } from '#platform/phone/sessions.ts'
import { languageOf, loadAccountState } from '../aggregates/account.ts'
import { identityStreamOf, loadIdentityOwner } from '../aggregates/identity.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readZones } from '../lookups/city.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import { type CallerCommands, createPhoneActions } from './actions.ts'
import type { UssdCallback, UssdReply } from './gateways.ts'

/**
 * Stored session of a phone menu.
 * Only its caller can continue it.
 */
const Session = z.object({
  inputs: z.array(z.string().max(200)).max(40),
  /** Keyed hash of the caller's number. */
  caller: z.string(),
  /** Whether the number had an account at the time of dialling. */
  isKnown: z.boolean(),
  /** Start of the session, in epoch ms. */
  begun: z.number(),
  sequence: z.number().optional(),
  /** Last text of the USSD session; absent until the session has ended. */
  ending: z.string().optional(),
  at: z.number(),
})
type Session = z.infer<typeof Session>

const MAX_INPUTS = 40
/** Maximum USSD callbacks of a phone number in a quarter of an hour, far above human use. */
const MAX_CALLBACKS = 300
const QUARTER_HOUR = 15 * 60

export type UssdAnswerer = (gateway: PhoneGateway, callback: UssdCallback) => Promise<UssdReply>

const ends = (message: string): UssdReply => ({ message, continues: false })

/** Returns the sentence that ends a session, by default in English. */
export const renderUssdSessionEnd = (ending: Message, locale: Locale = SOURCE_LOCALE): UssdReply =>
  ends(truncateToGsm7(translatorOf(locale)(ending)))

export function createUssdHandler(kernel: Kernel, services: CallerCommands): UssdAnswerer {
  const {
    store,
    keys,
    clock,
    limiters = createMemoryLimiter,
    phoneSessions: sessions = createMemoryUssdSessions(() => clock().getTime()),
  } = kernel
  const actions = createPhoneActions(kernel, services)
  const perNumber = limiters('ussdPerNumber', { points: MAX_CALLBACKS, duration: QUARTER_HOUR })
  const inTurn = createKeyedMutex()
  const hashed = (...parts: readonly unknown[]) =>
    createHmac('sha256', keys.fingerprints).update(JSON.stringify(parts)).digest('base64url')

  /**
   * Returns the USSD session with this callback's input added.
   * Returns undefined if the session has expired.
   */
  async function continued(key: string, callback: UssdCallback, fresh: Session): Promise<Session | undefined> {
    const { kind, input, inputs, sequence, isOfNumber } = callback
    const found = recent(parsedSession(await sessions.find(key)), fresh.at) ?? savedByGateway(callback, fresh.at)
    const known = found?.caller === fresh.caller ? found : undefined
    if (!known && kind !== 'input') kernel.phoneTraffic.countSession()
    if (isOfNumber && kind === 'dial') return fresh
    if (known?.ending !== undefined) return known
    if (inputs) return { ...(known ?? fresh), inputs: inputs.slice(0, MAX_INPUTS).map(shortened) }
    if (!known) return kind === 'input' ? undefined : { ...fresh, ...(sequence !== undefined && { sequence }) }
    const isRepeated = sequence !== undefined && known.sequence !== undefined && sequence <= known.sequence
    if (kind === 'dial' || isRepeated) return known
    if (known.inputs.length === MAX_INPUTS) return undefined
    const next = { ...known, inputs: [...known.inputs, shortened(input)] }
    return sequence === undefined ? next : { ...next, sequence }
  }

  async function answer(gateway: PhoneGateway, callback: UssdCallback): Promise<UssdReply> {
    if (callback.kind === 'end') return ends('')
    const rows = await kernel.rows.standing('configuration', 'zones')
    const { city } = await readConfiguration(rows)
    const number = parsePossibleNumber(callback.number, city.country)
    if (number === undefined) return renderUssdSessionEnd(USSD_SESSION_END_MESSAGES['no-number'])
    if (await perNumber.count(number)) return renderUssdSessionEnd(USSD_SESSION_END_MESSAGES['too-many'])
    const key = hashed('ussd', gateway, callback.session)
    const owner = await loadIdentityOwner(store, identityStreamOf(keys.identities, number))
    const account = owner && (await loadAccountState(store, owner.userId))
    const registered = account?.registered
    const fresh = {
      inputs: [],
      caller: hashed('caller', number),
      isKnown: registered !== undefined,
      begun: clock().getTime(),
      at: clock().getTime(),
    }
    return inTurn(key, async () => {
      const session = await continued(key, callback, fresh)
      const spoken = account ? languageOf(account) : SOURCE_LOCALE
      if (!session) return renderUssdSessionEnd(USSD_SESSION_END_MESSAGES.expired, spoken)
      if (session.ending !== undefined) return ends(session.ending)
      const zones = session.isKnown ? [] : (await readZones(rows)).map(({ id, code }) => ({ name: id, code }))
      const menu = walkUssdMenu(session.inputs, { isKnown: session.isKnown, zones, languages: LOCALES })
      const language = LOCALES.find((locale) => locale === menu.language)
      const call = { number, account, gateway, locale: language ?? spoken, ...(language && { language }) }
      const begun = callback.isOfNumber ? session.begun : 0
      // The command id includes the caller's number, because a gateway may reuse a session id for another number.
      const commandId = `ussd/${hashed(gateway, callback.session, fresh.caller, menu.moves, begun)}`
      const reply = await shown(menu, call, commandId)
      const saved = { ...session, at: fresh.at, ...(!reply.continues && { ending: reply.message }) }
      await sessions.save(key, JSON.stringify(saved))
      return { ...reply, state: reply.continues ? Buffer.from(JSON.stringify(saved)).toString('base64url') : '' }
    })
  }

  async function shown(
    menu: UssdMenuPosition,
    call: Parameters<typeof actions.run>[1],
    commandId: string,
  ): Promise<UssdReply> {
    const { next, isWrong } = menu
    const translate = translatorOf(call.locale)
    if (call.language) await actions.saveLanguage(call.language, call, `${commandId}/language`)
    if ('does' in next) {
      const done = await actions.run(next, call, commandId)
      return ends(truncateToGsm7(translate(isRejection(done) ? done.text : done)))
    }
    if (next.shows === 'zones' && next.choices.length === 0)
      return renderUssdSessionEnd(USSD_SESSION_END_MESSAGES['no-zones'], call.locale)
    return { message: renderUssdScreen(next, { translate, isWrong }), continues: next.shows !== 'given-up' }
  }

  return answer
}

const shortened = (input: string) => input.slice(0, 200)

function parsedSession(text: string | undefined): Session | undefined {
  if (text === undefined) return undefined
  try {
    return Session.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Returns the session that the gateway sent back.
 * Returns undefined if there is none or it is too old.
 */
function savedByGateway({ state }: UssdCallback, now: number): Session | undefined {
  const session = state === undefined ? undefined : parsedSession(Buffer.from(state, 'base64url').toString('utf8'))
  return recent(session, now)
}

/** Checks the session's age again, because the store's clock may differ from ours. */
const recent = (session: Session | undefined, now: number) =>
  session && now - session.at < PHONE_SESSION_MS ? session : undefined
