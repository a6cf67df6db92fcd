/** Parses phone numbers into E.164, by the city's country. */
import { getSupportedRegionCodes, parsePhoneNumber } from 'awesome-phonenumber'
import { toCanonicalPhone, toDialString } from '#domain/contacts.ts'
import { foldForSearch } from '#domain/fold-text.ts'

/** Languages that are tried for the name of a city's country. */
const LANGUAGES = ['en', 'fr']

const regions = new Map<string, string>()

/** Returns a country's ISO code by its name, if known. */
export function regionCodeOf(country: string): string | undefined {
  if (regions.size === 0)
    for (const language of LANGUAGES) {
      const names = new Intl.DisplayNames([language], { type: 'region' })
      for (const code of getSupportedRegionCodes()) regions.set(foldForSearch(names.of(code) ?? code), code)
    }
  return regions.get(foldForSearch(country.trim()))
}

function parse(digits: string, country: string) {
  const regionCode = regionCodeOf(country)
  return parsePhoneNumber(digits, regionCode === undefined ? {} : { regionCode })
}

const MOBILE = ['mobile', 'fixed-line-or-mobile']

/**
 * Returns a mobile number of the city's country in E.164, such as `+233244123456`.
 * Returns undefined for others, because an SMS could be expensive.
 */
export function parseMobileNumber(text: string, country: string): string | undefined {
  const plain = toCanonicalPhone(text)
  if (plain === undefined) return undefined
  const { valid, number, type = '', regionCode } = parse(toDialString(plain), country)
  const isLocal = regionCode === (regionCodeOf(country) ?? regionCode)
  return valid && isLocal && MOBILE.includes(type) ? number?.e164 : undefined
}

/**
 * Returns a possible phone number in E.164; undefined if the number is impossible.
 * Unknown prefixes are accepted, because operators know newer prefixes than our table.
 */
export function parsePossibleNumber(text: string, country: string): string | undefined {
  const plain = toCanonicalPhone(text)
  if (plain === undefined) return undefined
  const digits = toDialString(plain)
  const local = parse(digits, country)
  if (local.possible) return local.number?.e164
  const international = parsePhoneNumber(`+${digits.replace(/^\+/, '')}`)
  return international.possible ? international.number?.e164 : undefined
}
