/** Translates messages to English for tests that call handlers directly, without HTTP. */
import type { Message } from '#contract/languages/message.ts'
import { translateToEnglish } from '#contract/languages/translate.ts'

/** Returns an answer with its message in English. */
export function translateAnswer<A extends object>(answer: A): A {
  const { message } = answer as { message?: Message | string }
  return typeof message === 'object' ? { ...answer, message: translateToEnglish(message) } : answer
}
