/** Opens SMS: a gateway, or the folder `outbox` of DATA_DIR. */
import path from 'node:path'
import type { ServerSettings } from '../config.ts'
import { openSmsGateway } from './http-gateways.ts'
import { openSmsOutbox } from './outbox.ts'
import type { SmsSender } from './sms.ts'

const FROM = 'WasteSense'

export function openSmsSender({
  SMS_GATEWAY,
  SMS_KEY,
  SMS_USER,
  SMS_SENDER,
  SMS_URL,
  DATA_DIR,
}: ServerSettings): SmsSender {
  if (!SMS_GATEWAY) return openSmsOutbox(path.join(DATA_DIR, 'outbox'), SMS_SENDER ?? FROM)
  return openSmsGateway(SMS_GATEWAY, {
    key: SMS_KEY ?? '',
    user: SMS_USER ?? '',
    sender: SMS_SENDER ?? FROM,
    url: SMS_URL,
  })
}

/** Returns the SMS settings that admins see. */
export const smsSettingsOf = ({ SMS_PER_DAY, SMS_GATEWAY }: ServerSettings) => ({
  textsPerDay: SMS_PER_DAY,
  ...(SMS_GATEWAY && { smsService: SMS_GATEWAY }),
})
