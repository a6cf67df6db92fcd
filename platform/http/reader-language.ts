/** Language of an answer: the best supported one of the request's Accept-Language. */
import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import { localeOfHeader, type TextLocale } from '#contract/languages/locales.ts'

export const localeOf = ({ headers }: Pick<IncomingMessage, 'headers'>): TextLocale =>
  localeOfHeader(headers['accept-language'])

/** Names the language of an answer, and what it depends on. */
export function setLanguage(response: Response, locale: TextLocale): void {
  response.set('Content-Language', locale).vary('Accept-Language')
}
