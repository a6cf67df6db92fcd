/** Normalizes the phone numbers and email addresses of people, for storage, comparison, dialling and reading. */

/**
 * Minimum and maximum number of digits.
 * The minimum fits local numbers of a small island, the maximum is the limit of ITU-T E.164.
 */
const [MIN_PHONE_DIGITS, MAX_PHONE_DIGITS] = [5, 15]

/**
 * Matches groups of digits, optionally in brackets, between spaces, hyphens, dots and slashes.
 * Each digit matches in one way only: with `\d+` in the repeated group, matching would take exponential time.
 */
const WRITTEN_PHONE = /^\+?(?:\d|\(\d+\))(?:[ ./-]*(?:\d|\(\d+\)))*$/

/** Matches invisible characters, which phones add around copied contacts. */
const INVISIBLE = /\p{Cf}/gu
const DASHES = /[\p{Pd}\u2212]/gu

/** Returns the phone number with plain spaces and hyphens; undefined if it is invalid. */
export function toCanonicalPhone(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').replace(/\s+/g, ' ').trim()
  const digits = plain.replace(/\D/g, '').length
  return WRITTEN_PHONE.test(plain) && digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS ? plain : undefined
}

/**
 * Returns the digits to dial.
 * Drops the zero of numbers such as `+233 (0)24`, which is only for national calls.
 */
export const toDialString = (phone: string): string =>
  (phone.startsWith('+') ? phone.replace('(0)', '') : phone).replace(/[^\d+]/g, '')

/** Matches a number in E.164. Groups: the calling code (one, two or three digits) and the rest. */
const E164 = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,12})$/

/**
 * Formats a number in E.164 for reading: `+233 24 412 3456`.
 * Returns any other text unchanged.
 */
export function toReadablePhone(number: string): string {
  const [, code, rest = ''] = E164.exec(number) ?? []
  if (code === undefined) return number
  const [, first = '', middle = '', last = ''] = /^(\d*?)(\d{0,3})(\d{4})$/.exec(rest) ?? []
  return [`+${code}`, first, middle, last].filter(Boolean).join(' ')
}

/** Returns the email of an account, or the phone number of an account without an email. */
export const signInNameOf = ({
  email,
  sign_in_phone: phone,
}: {
  email?: string | undefined
  sign_in_phone?: string | undefined
}): string => email || toReadablePhone(phone ?? '')

/** Maximum lengths of the local part of an email address and of the whole address (RFC 5321). */
const MAX_LOCAL_PART_LENGTH = 64
const MAX_EMAIL_LENGTH = 254

/** Matches the unquoted local part (RFC 5322, dot-atom). */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Matches a domain in any script, such as `münchen`, which becomes `xn--mnchen-3ya`. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
/** Matches a domain of at least two labels. The last label is no number, because that would be an IP address. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:xn--[a-z\d-]{0,57}[a-z\d]|[a-z]{2,63})$/

/** Returns the address in lower case with an ASCII domain; undefined if it is invalid. */
export function toCanonicalEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const [local, written] = [text.slice(0, at).toLowerCase(), text.slice(at + 1).normalize('NFKC')]
  if (at < 0 || local.length > MAX_LOCAL_PART_LENGTH || !LOCAL_PART.test(local) || !WRITTEN_DOMAIN.test(written))
    return undefined
  // Converts international domain names (UTS 46) with the URL parser of browsers and Node.
  const url = `http://${written}`
  const domain = URL.canParse(url) ? new URL(url).hostname : ''
  const email = `${local}@${domain}`
  return DOMAIN.test(domain) && email.length <= MAX_EMAIL_LENGTH ? email : undefined
}
