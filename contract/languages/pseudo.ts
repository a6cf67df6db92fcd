/** Renders English as the test language en-XA. */
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import pseudolocale from 'pseudolocale'

const lengthen = (text: string) =>
  /[a-z]/i.test(text) ? pseudolocale(text, { prepend: '', append: '', extend: 0.4 }) : text

type Token = Exclude<CompiledMessage, string>[number]

/**
 * Returns a message in brackets with accents, 40 % longer; names of values stay.
 * A message of values alone stays: it has nothing to translate.
 */
export function pseudoMessage(message: CompiledMessage): CompiledMessage {
  const tokens = typeof message === 'string' ? [message] : message
  if (tokens.every((token) => typeof token !== 'string' && token.length === 1)) return message
  return ['[', ...tokens.map(pseudoToken), ']']
}

function pseudoToken(token: Token): Token {
  if (typeof token === 'string') return lengthen(token)
  const [name, type, forms] = token
  if (typeof forms !== 'object' || forms === null || type === undefined) return token
  const cases = Object.entries(forms).map(([form, text]) => [form, Array.isArray(text) ? text.map(pseudoToken) : text])
  return [name, type, Object.fromEntries(cases)] as Token
}
