/** Converts English texts to the test language en-XA, so that untranslated texts are visible. */
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import pseudolocale from 'pseudolocale'

const VOWELS = /[aeiouũàáâãäåāēèéêëĩìíîïōòóôõöūùúûü]/gi

/**
 * Adds accents and doubles the vowels of a text, which makes it 40 % longer.
 * Words break as in other languages.
 */
const accented = (text: string) => pseudolocale(text, { prepend: '', append: '' }).replace(VOWELS, '$&$&')

type Token = Exclude<CompiledMessage, string>[number]

/**
 * Returns a pseudo-translation: the message in brackets, accented and 40 % longer.
 * Placeholder names stay unchanged, and so do messages that consist only of placeholders.
 */
export function pseudolocalizeMessage(message: CompiledMessage): CompiledMessage {
  const tokens = typeof message === 'string' ? [message] : message
  if (tokens.every((token) => typeof token !== 'string' && token.length === 1)) return message
  return ['[', ...tokens.map(pseudoToken), ']']
}

function pseudoToken(token: Token): Token {
  if (typeof token === 'string') return accented(token)
  const [name, type, forms] = token
  if (typeof forms !== 'object' || forms === null || type === undefined) return token
  const cases = Object.entries(forms).map(([form, text]) => [form, Array.isArray(text) ? text.map(pseudoToken) : text])
  return [name, type, Object.fromEntries(cases)] as Token
}
