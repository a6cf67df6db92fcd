/** Language of an answer: the best supported one of the request's Accept-Language. */
import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import { localeOfHeader, type TextLocale } from '#contract/languages/locales.ts'

export const requestLocaleOf = ({ headers }: Pick<IncomingMessage, 'headers'>): TextLocale =>
  localeOfHeader(headers['accept-language'])

/** Sets the headers that name an answer's language, and that it depends on Accept-Language. */
export function setLanguage(response: Response, locale: TextLocale): void {
  response.set('Content-Language', locale).vary('Accept-Language')
}
