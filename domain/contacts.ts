/** Normalizes phone numbers and emails for storage, comparison, dialling and reading. */

/**
 * Minimum and maximum number of digits.
 * Small islands have the shortest local numbers; ITU-T E.164 sets the maximum.
 */
const [MIN_PHONE_DIGITS, MAX_PHONE_DIGITS] = [5, 15]

/**
 * Matches groups of digits, optionally in brackets, between spaces, hyphens, dots and slashes.
 * Each digit matches one way, because a repeated `\d+` would take exponential time.
 */
const WRITTEN_PHONE = /^\+?(?:\d|\(\d+\))(?:[ ./-]*(?:\d|\(\d+\)))*$/

/** Matches invisible characters, which phones add around copied contacts. */
const INVISIBLE = /\p{Cf}/gu
const DASHES = /[\p{Pd}\u2212]/gu

/** Returns the phone number with plain spaces and hyphens; undefined if invalid. */
export function toCanonicalPhone(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').replace(/\s+/g, ' ').trim()
  const digits = plain.replace(/\D/g, '').length
  return WRITTEN_PHONE.test(plain) && digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS ? plain : undefined
}

/**
 * Returns the digits to dial.
 * Drops the zero for national calls, as in `+233 (0)24`.
 */
export const toDialString = (phone: string): string =>
  (phone.startsWith('+') ? phone.replace('(0)', '') : phone).replace(/[^\d+]/g, '')

/**
 * Matches an E.164 number.
 * Groups: calling code (one to three digits) and rest.
 */
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

/** Returns an account's email, or else its phone number. */
export const signInNameOf = ({
  email,
  sign_in_phone: phone,
}: {
  email?: string | undefined
  sign_in_phone?: string | undefined
}): string => email || toReadablePhone(phone ?? '')

/** Maximum lengths of the local part and the whole address (RFC 5321). */
const MAX_LOCAL_PART_LENGTH = 64
const MAX_EMAIL_LENGTH = 254

/** Matches the unquoted local part (RFC 5322, dot-atom). */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Matches a domain in any script; `münchen` becomes `xn--mnchen-3ya`. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
/**
 * Matches a domain of at least two labels.
 * A number as last label would be an IP address.
 */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:xn--[a-z\d-]{0,57}[a-z\d]|[a-z]{2,63})$/

/** Returns the email address in lower case, with its domain in ASCII; undefined if invalid. */
export function toCanonicalEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const [local, written] = [text.slice(0, at).toLowerCase(), text.slice(at + 1).normalize('NFKC')]
  if (at < 0 || local.length > MAX_LOCAL_PART_LENGTH || !LOCAL_PART.test(local) || !WRITTEN_DOMAIN.test(written))
    return undefined
  // Browsers' and Node's URL parser converts international domain names (UTS 46).
  const url = `http://${written}`
  const domain = URL.canParse(url) ? new URL(url).hostname : ''
  const email = `${local}@${domain}`
  return DOMAIN.test(domain) && email.length <= MAX_EMAIL_LENGTH ? email : undefined
}
