/** Sentences that describe the events of the phone: gateways and phone numbers. */
import { msg } from '#contract/languages/message.ts'
import type { EventSentences } from '../event-names.ts'
import type { phoneEvents as events } from './events.ts'
import { PHONE_GATEWAY_NAMES } from './gateways.ts'

export const phoneEventSentences: EventSentences<keyof typeof events> = {
  GatewaySecretCreated: ({ gateway, createdBy }, { person }) =>
    msg`${{ who: person(createdBy) }} created a secret of ${{ gateway: PHONE_GATEWAY_NAMES[gateway] }}`,
  GatewaySecretsRevoked: ({ gateway, which, revokedBy }, { person }) =>
    which === 'all'
      ? msg`${{ who: person(revokedBy) }} revoked all secrets of ${{ gateway: PHONE_GATEWAY_NAMES[gateway] }}`
      : msg`${{ who: person(revokedBy) }} revoked the replaced secret of ${{ gateway: PHONE_GATEWAY_NAMES[gateway] }}`,
  PhoneLinked: ({ userId }, { person }) => msg`A phone number was linked to the account of ${{ who: person(userId) }}`,
  PhoneUnlinked: ({ userId }, { person }) => msg`${{ who: person(userId) }} removed a phone number from the account`,
}
