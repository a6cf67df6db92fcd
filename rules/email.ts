/** An email address in the one form in which it is stored and compared. */

/** RFC 5321 */
const MOST_LOCAL = 64
const MOST = 254

/** RFC 5322, dot-atom: what stands before the @ without quotes. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Letters of any script: `münchen` is `xn--mnchen-3ya` on the wire. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
/** At least two names; the last one is no number, which would be an IP address. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:xn--[a-z\d-]{0,57}[a-z\d]|[a-z]{2,63})$/

/** Returns the address in lower case, its domain in ASCII; undefined for what is no address. */
export function canonicalEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const [local, written] = [text.slice(0, at).toLowerCase(), text.slice(at + 1).normalize('NFKC')]
  if (at < 0 || local.length > MOST_LOCAL || !LOCAL.test(local) || !WRITTEN_DOMAIN.test(written)) return undefined
  // URLs have the rules of international domain names (UTS 46) built in, in browsers and in Node.
  const url = `http://${written}`
  const domain = URL.canParse(url) ? new URL(url).hostname : ''
  const email = `${local}@${domain}`
  return DOMAIN.test(domain) && email.length <= MOST ? email : undefined
}
