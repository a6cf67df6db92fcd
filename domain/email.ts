/** Normalizes email addresses for storage and comparison. */

/** RFC 5321 */
const MOST_LOCAL = 64
const MOST = 254

/** Matches the unquoted local part (RFC 5322, dot-atom). */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Matches a domain in any script, such as `münchen`, which becomes `xn--mnchen-3ya`. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
/** Matches a domain of at least two labels. The last label is no number, because that would be an IP address. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:xn--[a-z\d-]{0,57}[a-z\d]|[a-z]{2,63})$/

/** Returns the address in lower case with an ASCII domain; undefined if it is invalid. */
export function canonicalEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const [local, written] = [text.slice(0, at).toLowerCase(), text.slice(at + 1).normalize('NFKC')]
  if (at < 0 || local.length > MOST_LOCAL || !LOCAL.test(local) || !WRITTEN_DOMAIN.test(written)) return undefined
  // Converts international domain names (UTS 46) with the URL parser of browsers and Node.
  const url = `http://${written}`
  const domain = URL.canParse(url) ? new URL(url).hostname : ''
  const email = `${local}@${domain}`
  return DOMAIN.test(domain) && email.length <= MOST ? email : undefined
}
