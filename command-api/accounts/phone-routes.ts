/** HTTP handlers of SMS codes that link a number or claim a phone account. */

import { createHmac, randomInt } from 'node:crypto'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { REGISTERED_BY_PHONE } from '#contract/phone/numbers.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { EndpointCall, Handlers } from '#platform/http/api.ts'
import { pickProfile } from '#platform/persons.ts'
import { parseMobileNumber, parsePossibleNumber } from '#platform/phone/e164.ts'
import { SmsNotAccepted, type SmsSender } from '#platform/sms/sms.ts'
import {
  type Account,
  accountAggregate,
  loadAccount,
  loadAccountState,
  loadSealedPhoneHistory,
  type RegisteredAccount,
} from '../aggregates/account.ts'
import { binAggregate } from '../aggregates/bin.ts'
import {
  EMAIL_TAKEN_REJECTION,
  identityAggregate,
  identityStreamOf,
  loadIdentityOwner,
  PHONE_TAKEN_REJECTION,
  releaseIdentity,
  reserveIdentity,
  type SignInIdentity,
} from '../aggregates/identity.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand, loadState } from '../kernel/load.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import type { SignInCheck } from './admission.ts'
import { deleteAccount } from './delete-account.ts'
import type { AccountRateLimits } from './limits.ts'
import { type AccountNoticeSender, hashToken, loadTranslatorForUser } from './mail.ts'
import type { PasswordCheck } from './password-routes.ts'
import { unsealPerson } from './person.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { closeAbandonedAccount } from './register.ts'
import { replaceForgottenPassword } from './reset-password.ts'
import { recordSecurityEntry } from './security-log.ts'
import { openSession } from './session.ts'
import { redeemLink } from './spend-link.ts'

export interface LimitedSmsCodeSender {
  sms: SmsSender
  /** Counts a code against the daily limit; returns false above it. */
  mayTextCode(): Promise<boolean>
}

const CODE_MS = 10 * 60_000
const CODES = 1_000_000
const DIGITS = 6

const INVALID = msg`This is not a valid phone number. Check its digits, or begin with + and the country code.`
const INVALID_PHONE = reject('bad-request', INVALID, { phone: INVALID })
const refuseForeign = (country: string) => {
  const why = msg`We send codes to mobile numbers of ${{ country }} only.`
  return reject('bad-request', why, { phone: why })
}
const WRONG = msg`This code is wrong or no longer valid.`
const WRONG_CODE = reject('bad-request', WRONG, { code: WRONG })
/** Refuses a wrong code with the status of a refused sign-in. */
const NOT_ADMITTED = reject('unauthenticated', WRONG, { code: WRONG })
const NO_SMS = reject('unavailable', msg`We can't send SMS right now. Please try again later.`)
const OPEN_REPORT = reject(
  'conflict',
  msg`This number has an open report. You can link it after that bin is collected.`,
)

const ONLY_SIGN_IN = reject('conflict', msg`You sign in with this number only, so it can’t be removed.`)

/** Purpose: link a number, claim its account, or reset a password. */
type Purpose = 'link' | 'claim' | 'reset'

interface PhoneRouteServices {
  limits: AccountRateLimits
  /** Sends codes by SMS; absent if no SMS can be sent. */
  texting: LimitedSmsCodeSender | undefined
  admit: SignInCheck
  /** Sends an email to the account's owner after the password was changed. */
  tell: AccountNoticeSender
  checkPassword: PasswordCheck
}

export function createOwnPhoneHandlers(
  kernel: Kernel,
  { limits, texting, admit, tell, checkPassword }: PhoneRouteServices,
): Handlers {
  const { store, vault, sealer, keys, clock } = kernel
  const streamOf = (identifier: string) => identityStreamOf(keys.identities, identifier)

  const cityCountry = async () => (await readConfiguration(await kernel.rows.standing('configuration'))).city.country
  const numberOf = async (typed: string) => parsePossibleNumber(typed, await cityCountry())

  /**
   * Returns a token made from an SMS code and a secret key.
   * A plain hash of a short code could be guessed.
   */
  const tokenOf = (purpose: Purpose, userId: string, number: string, code: string) =>
    createHmac('sha256', keys.fingerprints)
      .update(JSON.stringify([purpose, userId, number, code]))
      .digest('base64url')

  /** Sends a new code by SMS. Returns whether it was sent. */
  async function sendCode(purpose: Purpose, userId: string, number: string): Promise<boolean> {
    if (!texting || !(await texting.mayTextCode())) return false
    const code = String(randomInt(CODES)).padStart(DIGITS, '0')
    const token = hashToken(tokenOf(purpose, userId, number, code))
    await vault.saveLink('phone', token, userId, clock().getTime() + CODE_MS)
    const translate = await loadTranslatorForUser(kernel, userId)
    const text = translate(msg`${{ code }} is your WasteSense code. It is valid for 10 minutes. Do not share it.`)
    try {
      await texting.sms.send({ to: number, text })
      return true
    } catch (error) {
      if (!(error instanceof SmsNotAccepted)) throw error
      kernel.log.warn({ reason: error.message }, 'a code was not accepted')
      return false
    }
  }

  type CodeRequest = Pick<EndpointCall<'requestClaimCode'>, 'body' | 'address' | 'claim'>

  /**
   * Sends a code if the number's account passes `mayHaveCode`.
   * The answer does not reveal whether the number has an account.
   */
  async function sendCodeIf(
    purpose: Purpose,
    { body, address, claim }: CodeRequest,
    mayHaveCode: (account: RegisteredAccount) => Promise<boolean>,
  ): Promise<Rejection | undefined> {
    const number = await numberOf(body.phone)
    if (!number) return INVALID_PHONE
    const refused = (await limits.phoneCode(number, address)) ?? (await claim())
    if (refused) return refused
    const owner = await loadIdentityOwner(store, streamOf(number))
    const registered = owner && (await loadAccount(store, owner.userId))
    // Does not wait for the SMS.
    // Otherwise the response time would reveal whether the number has an account.
    if (registered && (await mayHaveCode(registered)))
      sendCode(purpose, registered.userId, number).catch((error) =>
        kernel.log.error({ err: error }, 'a code could not be sent'),
      )
    return undefined
  }

  type Proof = Pick<EndpointCall<'linkPhone'>, 'envelope' | 'claim' | 'address'>

  /**
   * Checks a code and uses it up.
   * Returns the code, or a refusal.
   */
  async function prove(purpose: Purpose, userId: string, number: string, code: string, call: Proof) {
    const refused = await limits.phoneTry(number, call.address)
    if (refused) return refused
    const spent = await redeemLink(kernel, 'phone', tokenOf(purpose, userId, number, code), call, WRONG_CODE)
    return isRejection(spent) || spent.userId === userId ? spent : WRONG_CODE
  }

  /**
   * Erases another account that has this phone number, so that the user can have the number.
   * Erases only an account that was created by phone and has no other sign-in.
   * Returns the refusal, if any.
   */
  async function takeOver(number: string, userId: string, envelope: Envelope): Promise<Rejection | undefined> {
    const owner = await loadIdentityOwner(store, streamOf(number))
    if (!owner || owner.userId === userId) return undefined
    if ((await closeAbandonedAccount(kernel, streamOf(number), userId, envelope)) === owner.userId) return undefined
    const other = await loadAccount(store, owner.userId)
    if (other?.registeredBy !== REGISTERED_BY_PHONE || (await vault.credentials(owner.userId)))
      return PHONE_TAKEN_REJECTION
    const { open } = await loadState(store, binAggregate.stream(owner.userId), binAggregate)
    if (open) return OPEN_REPORT
    const own = { ...envelope, commandId: `${envelope.commandId}/erase` }
    const erased = await deleteAccount(kernel, owner.userId, own, userId)
    return isRejection(erased) ? erased : undefined
  }

  /** Reserves an identity, also one that an erased person or a stopped registration left reserved. */
  async function reserve(identifier: string, userId: string, taken: Rejection, envelope: Envelope) {
    const abandoned = await closeAbandonedAccount(kernel, streamOf(identifier), userId, envelope)
    return handleCommand(
      store,
      streamOf(identifier),
      identityAggregate,
      (state: SignInIdentity) => reserveIdentity({ userId, abandoned, taken }, state, clock()),
      envelope,
    )
  }

  async function release(number: string, userId: string, envelope: Envelope): Promise<void> {
    const own = { ...envelope, commandId: `${envelope.commandId}/release` }
    await handleCommand(
      store,
      streamOf(number),
      identityAggregate,
      (state) => releaseIdentity({ userId }, state, clock()),
      own,
    )
  }

  /** Releases the account's former phone numbers, but not its present number. */
  async function releaseFormer(userId: string, envelope: Envelope): Promise<void> {
    const { registered } = await loadAccountState(store, userId)
    const present = await openNumber(userId, registered?.sealedPhone)
    const known = await sealer.open<{ number: string }>(await loadSealedPhoneHistory(kernel, userId))
    const former = new Set(known.flatMap((opened) => opened?.number ?? []))
    for (const number of former) if (number !== present) await release(number, userId, envelope)
  }

  async function openNumber(personId: string, sealed: string | undefined): Promise<string | undefined> {
    const [opened] = sealed === undefined ? [] : await sealer.open<{ number: string }>([{ personId, sealed }])
    return opened?.number
  }

  return {
    async requestPhoneCode({ body, principal, address }) {
      const { userId } = principal
      const country = await cityCountry()
      if (!parsePossibleNumber(body.phone, country)) return INVALID_PHONE
      const number = parseMobileNumber(body.phone, country)
      if (!number) return refuseForeign(country)
      if (!texting) return NO_SMS
      const refused =
        (await checkPassword(principal, body.password, address)) ??
        (await limits.phoneCode(userId, address)) ??
        (await limits.phoneCode(number, address))
      if (refused) return refused
      if (!(await sendCode('link', userId, number))) return NO_SMS
      return { message: msg`We have sent a code by SMS. It is valid for 10 minutes.` }
    },

    async linkPhone({ body, principal: { userId }, envelope, claim, address }) {
      const number = await numberOf(body.phone)
      if (!number) return INVALID_PHONE
      const proved = await prove('link', userId, number, body.code, { envelope, claim, address })
      if (isRejection(proved)) return proved
      const taken = await takeOver(number, userId, envelope)
      if (taken) return taken
      const reserved = await reserve(number, userId, PHONE_TAKEN_REJECTION, envelope)
      if (isRejection(reserved)) return reserved
      const gather = async ({ registered }: Account) =>
        registered ? { sealed: await sealer.seal(userId, { number }) } : WRONG_CODE
      const decide = (_: Account, { sealed }: { sealed: string }) => [
        createEvent('PhoneLinked', { userId, sealed, proof: 'code', linkedAt: clock().toISOString() }),
      ]
      const linked = await handleWithFacts(
        store,
        accountAggregate.stream(userId),
        accountAggregate,
        { gather, decide },
        envelope,
      )
      if (isRejection(linked)) return linked
      await releaseFormer(userId, envelope)
      return {
        message: msg`Your phone number is linked. You can now sign in with it.`,
        phone: number,
        position: linked.position,
      }
    },

    async unlinkPhone({ principal: { userId }, envelope }) {
      const { registered } = await loadAccountState(store, userId)
      const person = registered && (await unsealPerson(sealer, registered))
      if (!registered || !person?.email) return ONLY_SIGN_IN
      // Releases the number before unlinking it.
      // If a later step fails, the owner still sees it and can retry.
      const number = await openNumber(userId, registered.sealedPhone)
      if (number) await release(number, userId, envelope)
      // Unlinks only the number that was released, not one that was linked in the meantime.
      const decide = ({ registered: current }: Account) =>
        number && current?.sealedPhone === registered.sealedPhone
          ? [createEvent('PhoneUnlinked', { userId, unlinkedAt: clock().toISOString() })]
          : []
      const unlinked = await handleCommand(store, accountAggregate.stream(userId), accountAggregate, decide, envelope)
      if (isRejection(unlinked)) return unlinked
      return { message: msg`Your phone number was removed.`, position: unlinked.position }
    },

    async requestClaimCode(call) {
      const mayClaim = async ({ registeredBy, userId }: RegisteredAccount) =>
        registeredBy === REGISTERED_BY_PHONE && !(await vault.credentials(userId))
      const refused = await sendCodeIf('claim', call, mayClaim)
      return refused ?? { message: msg`If this number has an account, we have sent a code by SMS.` }
    },

    async requestResetCode(call) {
      const refused = await sendCodeIf('reset', call, async ({ role }) => role === 'resident')
      return refused ?? { message: msg`If this number has an account, we have sent a code by SMS.` }
    },

    async resetByPhone({ body, envelope, claim, address }) {
      const number = await numberOf(body.phone)
      if (!number) return INVALID_PHONE
      const common = await refuseCommonPassword(body.password, 'password')
      if (common) return common
      const userId = (await loadIdentityOwner(store, streamOf(number)))?.userId ?? 'nobody'
      const call = { envelope, claim, address }
      const spent = await prove('reset', userId, number, body.code, call)
      if (isRejection(spent)) return spent
      const reset = await replaceForgottenPassword(kernel, { spent, password: body.password }, call)
      if (isRejection(reset)) return reset
      const registered = reset.repeated ? undefined : await loadAccount(store, userId)
      if (registered) {
        await recordSecurityEntry(kernel, 'password-reset', { userId, address })
        tell(registered)
      }
      return { message: msg`Your password was changed. Please sign in with it.` }
    },

    async claimByPhone({ body, envelope, address, userAgent, claim }) {
      const number = await numberOf(body.phone)
      if (!number) return INVALID_PHONE
      const common = await refuseCommonPassword(body.password, 'password')
      if (common) return common
      const owner = await loadIdentityOwner(store, streamOf(number))
      const userId = owner?.userId ?? 'nobody'
      // A repeated command must pass the checks of a sign-in, because the account may have changed since.
      if (await hasCommand(store, accountAggregate.stream(userId), envelope.commandId)) return repeatedClaim()
      // Claiming an account by phone counts towards the rate limit of sign-ups.
      // The response reveals whether someone has an account.
      const refused = await limits.signUp(address)
      if (refused) return refused
      const emailOwner = await loadIdentityOwner(store, streamOf(body.email))
      if (emailOwner && emailOwner.userId !== userId) {
        const abandoned = await closeAbandonedAccount(kernel, streamOf(body.email), userId, envelope)
        if (emailOwner.userId !== abandoned) return EMAIL_TAKEN_REJECTION
      }
      const proved = await prove('claim', userId, number, body.code, { envelope, claim, address })
      if (isRejection(proved)) return proved === WRONG_CODE ? NOT_ADMITTED : proved
      const own = { ...envelope, actor: userId }
      const reserved = await reserve(body.email, userId, EMAIL_TAKEN_REJECTION, own)
      if (isRejection(reserved)) return reserved
      if (!(await vault.credentials(userId))) await vault.setPassword(userId, await hashPassword(body.password), 0)
      const gather = async ({ registered }: Account) => {
        const person = registered && (await unsealPerson(sealer, registered))
        if (!person) return NOT_ADMITTED
        const profile = { ...person, email: body.email, name: body.name ?? person.name }
        return { sealed: await sealer.seal(userId, pickProfile(profile)) }
      }
      const decide = (_: Account, { sealed }: { sealed: string }) => [
        createEvent('AccountChanged', { userId, sealed, changedAt: clock().toISOString() }),
      ]
      const changed = await handleWithFacts(
        store,
        accountAggregate.stream(userId),
        accountAggregate,
        { gather, decide },
        own,
      )
      if (isRejection(changed)) return changed
      if (!changed.state.registered) return NOT_ADMITTED
      const session = await openSession(kernel, changed.state.registered, userAgent)
      return isRejection(session) ? session : { ...session, position: changed.position }

      async function repeatedClaim() {
        const admitted = await admit({ identifier: body.email, password: body.password, address })
        if (isRejection(admitted)) return admitted
        if (admitted.userId !== userId) return NOT_ADMITTED
        const session = await openSession(kernel, admitted, userAgent)
        return isRejection(session) ? session : { ...session, position: await store.head() }
      }
    },
  }
}
