/** HTTP handlers of accounts: sign-up, sign-in, settings, deletion. */

import { isRejection, reject } from '#contract/http/problems.ts'
import type { InternalCommandSender } from '#contract/internal-commands.ts'
import { LOCALES, SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { msg } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import { toUser } from '#platform/persons.ts'
import { createStoredLimiters } from '#platform/vault/counts.ts'
import { PersonErased } from '#platform/vault/vault.ts'
import { type Account, accountAggregate, loadAccount, loadAccountState } from '../aggregates/account.ts'
import { checkPlaceInZone, recordBinPlace } from '../aggregates/place-bin.ts'
import { personAccessAggregate } from '../aggregates/stateless.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { createSignInCheck } from './admission.ts'
import { changeProfile } from './change-profile.ts'
import { confirmEmailByLink, createEmailConfirmationLinks, type EmailConfirmationLinks } from './confirm-email.ts'
import { deleteAccount } from './delete-account.ts'
import { type AccountRateLimits, createAccountRateLimits, limitPasswordChecks } from './limits.ts'
import {
  type BackgroundMail,
  createAccountNoticeSender,
  PASSWORD_CHANGED_NOTICE,
  SECOND_FACTOR_REMOVED_NOTICE,
} from './mail.ts'
import { chooseZone } from './move-resident.ts'
import { createPasswordCheck, createPasswordHandlers } from './password-routes.ts'
import { unsealPerson } from './person.ts'
import { createOwnPhoneHandlers, type LimitedSmsCodeSender } from './phone-routes.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { registerAccount, userIdOf } from './register.ts'
import { createResetLinks } from './reset-links.ts'
import { saveSettings } from './save-settings.ts'
import { createSecondFactorHandlers } from './second-factor-routes.ts'
import { recordSecurityEntry, recordSecurityEntryLater, recordSignIn } from './security-log.ts'
import { openSession } from './session.ts'
import { createStaffHandlers } from './staff-routes.ts'

const NO_SUCH_ACCOUNT = reject('not-found', msg`There is no such account.`)
const PERSON_ERASED = reject('not-found', msg`This person was erased. No personal data is left.`)

/**
 * RevealPersonName: an auditor reveals a person's name with a reason.
 * The person can read who and why.
 */
function openPersonRoutes(kernel: Kernel): Pick<Handlers, 'openPerson'> {
  const { store, sealer, clock } = kernel

  return {
    async openPerson({ params: { id: userId }, body, principal, envelope }) {
      const { status, registered } = await loadAccountState(store, userId)
      if (status === 'erased') return PERSON_ERASED
      const person = registered && (await unsealPerson(sealer, registered))
      if (!registered || !person) return NO_SUCH_ACCOUNT
      try {
        const sealed = await sealer.seal(userId, { reason: body.reason })
        const who = { accessId: envelope.commandId, userId, openedBy: principal.userId }
        const record = () => [createEvent('PersonOpened', { ...who, sealed, openedAt: clock().toISOString() })]
        const handled = await handleCommand(
          store,
          personAccessAggregate.stream(userId),
          personAccessAggregate,
          record,
          envelope,
        )
        if (isRejection(handled)) return handled
        const { registeredAt: createdAt, role, zone, unconfirmed } = registered
        return {
          person: toUser({ id: userId, role, zone, createdAt, unconfirmed }, person),
          position: handled.position,
        }
      } catch (error) {
        // The person was erased while this request ran.
        if (error instanceof PersonErased) return PERSON_ERASED
        throw error
      }
    },
  }
}

interface AccountServices {
  later: BackgroundMail
  /** URL of the web app without a trailing slash. */
  publicUrl: string
  send: InternalCommandSender
  /** Sends codes by SMS. If absent, nobody can claim a phone number. */
  texting?: Pick<LimitedSmsCodeSender, 'sms' | 'mayTextCode'>
}

export function createAccountHandlers(kernel: Kernel, { later, publicUrl, send, texting }: AccountServices): Handlers {
  const { store, clock } = kernel
  const stored = createStoredLimiters(kernel.vault, kernel.keys.fingerprints, () => kernel.clock().getTime())
  const limits = createAccountRateLimits(kernel.limiters, stored)
  const admit = createSignInCheck(kernel, limits, send)
  const tell = createAccountNoticeSender(kernel, later, publicUrl, PASSWORD_CHANGED_NOTICE)
  const checkPassword = createPasswordCheck(kernel, limits)
  const confirmation = createEmailConfirmationLinks(kernel, later, publicUrl)
  const resetLinks = createResetLinks(kernel, limits, later, publicUrl)

  return limitPasswordChecks({
    async signUp({ body, envelope, address, userAgent, locale, claim }) {
      const { place: { confirm, ...place } = {}, ...person } = body
      const common = await refuseCommonPassword(body.password, 'password')
      const outside = await checkPlaceInZone(kernel, { zone: body.zone, place, confirm })
      const far = isRejection(outside) ? outside : undefined
      const refused = common ?? far ?? (await limits.signUp(address)) ?? (await claim())
      if (refused) return refused
      const userId = userIdOf(envelope.commandId)
      const repeated = (await loadAccountState(store, userId)).status !== 'unknown'
      const language = LOCALES.find((known) => known === locale && known !== SOURCE_LOCALE)
      const command = { ...person, userId, unconfirmed: true as const, ...(language && { language }) }
      const registered = await registerAccount(kernel, command, { ...envelope, actor: userId })
      if (isRejection(registered)) return registered
      const placed = await placeAtSignUp(userId)
      if (isRejection(placed)) return placed
      // If the request is a repetition, checks the password as at sign-in.
      // The account may have changed since the first request.
      const account = repeated
        ? await admit({ identifier: body.email, password: body.password, address })
        : registered.state.registered
      if (!account) return reject('conflict', msg`Email already registered`)
      if (isRejection(account)) return account
      if (account.userId !== userId) return reject('unauthenticated', msg`Please sign in.`)
      if (!repeated) confirmation.begin(userId)
      const session = await openSession(kernel, account, userAgent)
      return isRejection(session) ? session : { ...session, position: Math.max(registered.position, placed.position) }

      /**
       * Records the location of the new resident's bin.
       * Its command id derives from the sign-up's id.
       * A retry of the sign-up therefore completes a missing location without recording it twice.
       */
      async function placeAtSignUp(userId: string) {
        if (!body.place) return { position: 0 }
        const own = { ...envelope, commandId: `${envelope.commandId}/place`, actor: userId }
        return recordBinPlace(kernel, { userId, zone: body.zone, place, confirm: true, source: 'resident' }, own)
      }
    },

    async signIn({ body, address, userAgent, envelope, claim }) {
      const { email, employee_id, password, code, devices } = body
      const account = await admit({ identifier: email || employee_id || '', password, code, devices, address })
      if (isRejection(account)) return account
      const unrecorded =
        (await limits.recordedSignIn(account.userId)) ??
        (await claim()) ??
        (await recordSignIn(kernel, account, { address, envelope }))
      if (unrecorded) return unrecorded
      if (account.role === 'resident')
        recordSecurityEntryLater(kernel, 'signed-in', { userId: account.userId, address })
      return openSession(kernel, account, userAgent)
    },

    async saveSettings({ body: settings, principal: { userId }, envelope }) {
      const decide = (state: Account) => saveSettings({ userId, settings }, state, clock())
      const saved = await handleCommand(store, accountAggregate.stream(userId), accountAggregate, decide, envelope)
      if (isRejection(saved)) return saved
      return { settings: saved.state.settings ?? settings, position: saved.position }
    },

    changeProfile: ({ body, principal: { userId }, envelope }) => changeProfile(kernel, { userId, ...body }, envelope),

    async chooseZone({ body: { zone }, principal: { userId, ended }, envelope }) {
      const chosen = await chooseZone(kernel, { userId, zone, ended }, envelope)
      if (isRejection(chosen)) return chosen
      return { message: msg`Your zone is now ${{ zone }}. Please sign in again.`, position: chosen.position }
    },

    async deleteAccount({ params, body, principal, envelope, address }) {
      if (principal.role !== 'resident') return reject('forbidden', msg`Only residents can delete their accounts`)
      if (params.id !== principal.userId) return reject('forbidden', msg`You can only delete your own account.`)
      const wrong = await checkPassword(principal, body.password, address)
      if (wrong) return wrong
      const erased = await deleteAccount(kernel, principal.userId, envelope)
      if (isRejection(erased)) return erased
      return { message: msg`Your account was deleted`, position: erased.position }
    },

    ...createPasswordHandlers(kernel, limits, resetLinks, tell),
    ...openPersonRoutes(kernel),
    ...confirmRoutes(kernel, limits, confirmation),
    ...sessionRoutes(kernel),
    ...createOwnPhoneHandlers(kernel, { limits, texting, admit, tell, checkPassword }),
    ...createSecondFactorHandlers(kernel, limits, checkPassword),
    ...createStaffHandlers(kernel, createAccountNoticeSender(kernel, later, publicUrl, SECOND_FACTOR_REMOVED_NOTICE)),
  })
}

/**
 * HTTP handlers that sign out, end one session, or end all other sessions.
 * Each records a security event, which disconnects the ended sessions' feeds.
 */
function sessionRoutes(kernel: Kernel): Handlers {
  const { vault } = kernel
  return {
    async signOut({ principal: { userId, sessionId }, address }) {
      await vault.endSession(userId, sessionId)
      await recordSecurityEntry(kernel, 'signed-out', { userId, address })
      return { message: msg`You are signed out.` }
    },

    async endSession({ params, principal: { userId }, address }) {
      if (!(await vault.endSession(userId, params.id))) return reject('not-found', msg`This session has already ended.`)
      await recordSecurityEntry(kernel, 'sessions-ended', { userId, address })
      return { message: msg`The session was ended.` }
    },

    async endOtherSessions({ principal: { userId, sessionId }, address }) {
      const ended = await vault.endOtherSessions(userId, sessionId)
      if (ended.length > 0) await recordSecurityEntry(kernel, 'sessions-ended', { userId, address })
      return { message: msg`All other sessions were ended.`, ended: ended.length }
    },
  }
}

/** HTTP handlers of email confirmation. */
function confirmRoutes(kernel: Kernel, limits: AccountRateLimits, links: EmailConfirmationLinks): Handlers {
  return {
    async confirmEmail({ body, envelope, claim }) {
      const confirmed = await confirmEmailByLink(kernel, body.token, { envelope, claim })
      if (isRejection(confirmed)) return confirmed
      return { message: msg`Your email is confirmed.`, position: confirmed.position }
    },

    async resendConfirmation({ principal: { userId } }) {
      const registered = await loadAccount(kernel.store, userId)
      if (!registered?.unconfirmed) return { message: msg`Your email is already confirmed.` }
      if (!(await limits.mailsLink(`confirmation of ${userId}`)))
        return reject(
          'too-many',
          msg`We have already sent you several links. Check your email, or try again in 30 minutes.`,
        )
      links.begin(userId)
      return { message: msg`We have sent you a link. It works once, within 7 days.` }
    },
  }
}
