/** Words that people can send by SMS, in every language. */
import { type Message, msg } from '#contract/languages/message.ts'

export const SMS_KEYWORDS = {
  report: msg`FULL`,
  status: msg`STATUS`,
  stop: msg`STOP`,
} as const satisfies Record<string, Message>
export type SmsKeyword = keyof typeof SMS_KEYWORDS
